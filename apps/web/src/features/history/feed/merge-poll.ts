import { mayStillChange } from '@knockwire/domain/notifications/deliveries/may-still-change'
import { type Feed, type FeedRow, inARow, type Poll } from './feed.ts'

interface MergeOptions {
  /** Rows per page. */
  size: number
  /** Somebody reads: rows keep their places, and what is new waits. */
  isHeld: boolean
  /** The total of a poll is then that of the newer rows alone. */
  isFiltered: boolean
  /** Milliseconds since the page was fetched whole. */
  sinceWholeMs: number
  /** What the plan keeps: of a history with as many, the oldest row is deleted for each new one. */
  mostRows: number
}

/** Of a filtered history no total tells that rows came late or were deleted; to count what matches is another search. */
const filteredWholeMs = 60_000

/**
 * The feed after a poll. `isStale`: rows came late, below newer ones, were deleted, or may not match the filter any more, so
 * that the page has to be fetched whole.
 */
export function mergePoll<T extends FeedRow>(
  known: Feed<T>,
  polled: Poll<T>,
  { size, isHeld, isFiltered, sinceWholeMs, mostRows }: MergeOptions,
): { feed: Feed<T>; isStale: boolean } {
  const changed = new Map(polled.results.map((row) => [row.id, row]))
  const rows = changed.size === 0 ? known.rows : known.rows.map((row) => changed.get(row.id) ?? row)
  const newest = polled.newest ?? known.newest
  const total = isFiltered ? known.total + polled.newer : polled.total
  const late = Math.max(0, total - known.total - polled.newer)
  const deletedRows = known.total + polled.newer - total
  const mayMatchNoMore = isFiltered && known.rows.some(({ id }) => changed.has(id))
  const isOutdated = known.isOutdated || mayMatchNoMore || (deletedRows > 0 && (polled.newer === 0 || total < mostRows))
  if (isHeld || known.waiting > 0) {
    const waiting = known.waiting + polled.newer + late
    const feed = { ...known, rows, newest, total, waiting, isOutdated, arrived: [], arrivedInARow: 0 }
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
  const isDue = isFiltered && sinceWholeMs >= filteredWholeMs
  return { feed: isSame(feed, known) ? known : feed, isStale: late > 0 || isOutdated || isDue }
}

/** Whether nothing came: then the screen is not drawn again. */
const isSame = <T>(one: Feed<T>, other: Feed<T>) =>
  one.rows === other.rows &&
  one.total === other.total &&
  one.newest === other.newest &&
  one.arrived.length === 0 &&
  other.arrived.length === 0

/** Of an execution, and of what a received request said. */
const unsettled = ['QUEUED', 'RUNNING', 'WAITING', 'UNDECIDED']

/** Whether a row may look different in a while, so that it has to be watched. */
export const mayChange = ({ status, signal, notificationResults }: FeedRow, nowMs: number): boolean =>
  unsettled.includes(signal?.kind ?? status ?? '') ||
  notificationResults.some((result) => mayStillChange(result, nowMs))
