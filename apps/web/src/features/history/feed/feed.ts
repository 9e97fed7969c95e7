import type { DeliveryMarkView } from '@knockwire/domain/history/history'

/** What every row of a history has. Ids are in the order of time. */
export interface FeedRow {
  id: string
  status?: string
  /** Of a received request. */
  signal?: { kind: string } | null
  notificationResults: readonly DeliveryMarkView[]
}

/** A page of a history as it is shown, and what has come since. */
export interface Feed<T> {
  rows: readonly T[]
  total: number
  /** Counts from 0. */
  page: number
  /** The newest that the browser knows of, shown or not. */
  newest: string | null
  /** How many have come that are not shown. */
  waiting: number
  /** While the rows were held in their places, some may have been deleted elsewhere, or have come to match the filter no more. */
  isOutdated: boolean
  /** The rows that the last poll brought: they slide in. */
  arrived: readonly string[]
  /** How many arrived since a poll brought none: announced, so that what is said after each of two polls differs. */
  arrivedInARow: number
}

/** A page as the server has it. */
export interface WholePage<T> {
  results: T[]
  total: number
  page: number
  newest: string | null
}

/** What is newer than the browser has, and of the rows that it watches those that changed. */
export interface Poll<T> extends WholePage<T> {
  newer: number
  /** Whether its task or receiver is not disabled. */
  isActive: boolean
}

/** The page as it was fetched, `known` being what was shown before. */
export const feedOf = <T extends FeedRow>({ results, total, page, newest }: WholePage<T>, known?: Feed<T>): Feed<T> => {
  const arrived = known === undefined ? [] : results.map(({ id }) => id).filter((id) => id > (known.newest ?? ''))
  return {
    rows: results,
    total,
    page,
    newest,
    waiting: 0,
    isOutdated: false,
    arrived,
    arrivedInARow: inARow(known, arrived),
  }
}

/** How many have arrived since a poll brought none. */
export const inARow = (known: Feed<unknown> | undefined, { length }: readonly string[]): number =>
  length === 0 ? 0 : (known?.arrivedInARow ?? 0) + length

/** Milliseconds between two polls while the browser tab is visible [TH-39, RH-12]. */
export const pollMs = 2000
const longestWaitMs = 60_000

/** How long to wait after so many failed polls in a row: as long as the server asked for, else ever longer. */
export function waitMs(failures: number, retryAfterSeconds: number | undefined): number {
  if (failures === 0) return pollMs
  if (retryAfterSeconds !== undefined) return Math.max(pollMs, retryAfterSeconds * 1000)
  return Math.min(longestWaitMs, pollMs * 2 ** failures)
}
