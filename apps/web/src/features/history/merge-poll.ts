import { mayStillChange } from '@knockwire/domain/notifications/may-still-change'
import { type Feed, type FeedRow, inARow, type Poll } from './feed.ts'

interface MergeOptions {
  /** Rows per page. */
  size: number
  /** Somebody reads: rows keep their places, and what is new waits. */
  isHeld: boolean
  /** The total of a poll is then that of the newer rows alone. */
  isFiltered: boolean
  /** What the plan keeps: of a history with as many, the oldest row is deleted for each new one. */
  mostRows: number
}

/**
 * The feed after a poll. `isStale`: rows came late, below newer ones, or were deleted, so that the page has to be
 * fetched whole.
 */
export function mergePoll<T extends FeedRow>(
  known: Feed<T>,
  polled: Poll<T>,
  { size, isHeld, isFiltered, mostRows }: MergeOptions,
): { feed: Feed<T>; isStale: boolean } {
  const changed = new Map(polled.results.map((row) => [row.id, row]))
  const rows = changed.size === 0 ? known.rows : known.rows.map((row) => changed.get(row.id) ?? row)
  const newest = polled.newest ?? known.newest
  const total = isFiltered ? known.total + polled.newer : polled.total
  const late = Math.max(0, total - known.total - polled.newer)
  const deletedRows = known.total + polled.newer - total
  const hasDeletedRows = known.hasDeletedRows || (deletedRows > 0 && (polled.newer === 0 || total < mostRows))
  if (isHeld || known.waiting > 0) {
    const waiting = known.waiting + polled.newer + late
    const feed = { ...known, rows, newest, total, waiting, hasDeletedRows, arrived: [], arrivedInARow: 0 }
    return { feed, isStale: false }
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
  return { feed: isSame(feed, known) ? known : feed, isStale: late > 0 || hasDeletedRows }
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
