import type { DeliveryMarkView } from '@knockwire/domain/history/history'
import { mayStillChange } from '@knockwire/domain/notifications/delivery-status'

/** What every row of a history has. Ids are in the order of time. */
export interface FeedRow {
  id: string
  status?: string
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
  return { rows: results, total, page, newest, waiting: 0, arrived, arrivedInARow: inARow(known, arrived) }
}

const inARow = (known: Feed<unknown> | undefined, { length }: readonly string[]): number =>
  length === 0 ? 0 : (known?.arrivedInARow ?? 0) + length

interface MergeOptions {
  /** Rows per page. */
  size: number
  /** Somebody reads: rows keep their places, and what is new waits. */
  isHeld: boolean
  /** The total of a poll is then that of the newer rows alone. */
  isFiltered: boolean
}

/**
 * The feed after a poll. `isStale`: rows came late, below newer ones, or were deleted, so that the page has to be
 * fetched whole.
 */
export function mergePoll<T extends FeedRow>(
  known: Feed<T>,
  polled: Poll<T>,
  { size, isHeld, isFiltered }: MergeOptions,
): { feed: Feed<T>; isStale: boolean } {
  const changed = new Map(polled.results.map((row) => [row.id, row]))
  const rows = changed.size === 0 ? known.rows : known.rows.map((row) => changed.get(row.id) ?? row)
  const newest = polled.newest ?? known.newest
  const total = isFiltered ? known.total + polled.newer : polled.total
  const late = Math.max(0, total - known.total - polled.newer)
  const isDeleted = total < known.total && polled.newer === 0
  if (isHeld || known.waiting > 0) {
    const waiting = known.waiting + polled.newer + late
    return { feed: { ...known, rows, newest, total, waiting, arrived: [], arrivedInARow: 0 }, isStale: false }
  }
  const fresh = polled.results.filter(({ id }) => id > (known.newest ?? ''))
  const arrived = fresh.map(({ id }) => id)
  const feed = {
    ...known,
    rows: fresh.length === 0 ? rows : [...fresh, ...rows].slice(0, size),
    newest,
    total,
    arrived,
    arrivedInARow: inARow(known, arrived),
  }
  return { feed: isSame(feed, known) ? known : feed, isStale: late > 0 || isDeleted }
}

/** Whether nothing came: then the screen is not drawn again. */
const isSame = <T>(one: Feed<T>, other: Feed<T>) =>
  one.rows === other.rows &&
  one.total === other.total &&
  one.newest === other.newest &&
  one.arrived.length === 0 &&
  other.arrived.length === 0

/** Whether a row may look different in a while, so that it has to be watched. */
export const mayChange = ({ status, notificationResults }: FeedRow, nowMs: number): boolean =>
  status === 'QUEUED' || status === 'RUNNING' || notificationResults.some((result) => mayStillChange(result, nowMs))

/** Milliseconds between two polls while the browser tab is visible [TH-39, RH-12]. */
export const pollMs = 2000
const longestWaitMs = 60_000

/** How long to wait after so many failed polls in a row: as long as the server asked for, else ever longer. */
export function waitMs(failures: number, retryAfterSeconds: number | undefined): number {
  if (failures === 0) return pollMs
  if (retryAfterSeconds !== undefined) return Math.max(pollMs, retryAfterSeconds * 1000)
  return Math.min(longestWaitMs, pollMs * 2 ** failures)
}
