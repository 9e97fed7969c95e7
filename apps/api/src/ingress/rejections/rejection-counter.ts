import { isDatabaseOutage } from '@knockwire/db/failures/database-outage'
import type { RejectionReason } from '@knockwire/domain/receivers/rejections'

/** Requests that were rejected for one reason in one minute. */
export interface RejectionCount {
  token: string
  reason: RejectionReason
  /** The minute's start, in epoch milliseconds. */
  minuteMs: number
  count: number
}

export interface Rejection {
  token: string
  reason: RejectionReason
  /** Whether the token is known to be an active receiver's. */
  isKnown: boolean
  nowMs: number
}

export interface RejectionCounterOptions {
  /** Adds the counts to those stored, all or none of them. */
  write: (counts: readonly RejectionCount[]) => Promise<void>
  onError: (error: Error) => void
  /** A count that cannot be written even alone: it is dropped. */
  onDropped: (count: RejectionCount, error: Error) => void
  /** Counts that are kept until the next flush, for active receivers and for all other tokens. */
  maxKnown?: number
  maxUnknown?: number
}

const minuteMs = 60_000

/**
 * Counts rejected requests in memory until they are flushed, so that rejecting costs no query. Bounded: beyond its
 * capacity it counts nothing new. Made-up tokens have their own capacity, lest they crowd out real receivers.
 */
export class RejectionCounter {
  readonly #options: RejectionCounterOptions
  #known = new Map<string, RejectionCount>()
  #unknown = new Map<string, RejectionCount>()

  constructor(options: RejectionCounterOptions) {
    this.#options = options
  }

  add({ token, reason, isKnown, nowMs }: Rejection) {
    this.#keep({ token, reason, minuteMs: nowMs - (nowMs % minuteMs), count: 1 }, isKnown)
  }

  #keep(count: RejectionCount, isKnown: boolean) {
    const { maxKnown = 4000, maxUnknown = 1000 } = this.#options
    if (isKnown) addTo(this.#known, count, maxKnown)
    else addTo(this.#unknown, count, maxUnknown)
  }

  /**
   * Writes what was counted. While the database is away it is kept for the next flush; a count that cannot be written is
   * dropped, so that it does not block the others. It never rejects.
   */
  async flush(): Promise<void> {
    const [known, unknown] = [this.#known, this.#unknown]
    if (known.size + unknown.size === 0) return
    this.#known = new Map()
    this.#unknown = new Map()
    for (const count of await this.#write(summed([...known.values(), ...unknown.values()]))) {
      this.#keep(count, known.has(keyOf(count)))
    }
  }

  /** Gives what is to be written again. */
  async #write(counts: readonly RejectionCount[]): Promise<readonly RejectionCount[]> {
    try {
      await this.#options.write(counts)
      return []
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      const [only] = counts
      if (isDatabaseOutage(error)) {
        this.#options.onError(error)
        return counts
      }
      if (counts.length === 1 && only !== undefined) {
        this.#options.onDropped(only, error)
        return []
      }
      const middle = Math.ceil(counts.length / 2)
      return [...(await this.#write(counts.slice(0, middle))), ...(await this.#write(counts.slice(middle)))]
    }
  }
}

const keyOf = ({ token, reason, minuteMs: minute }: RejectionCount) => `${token} ${reason} ${minute}`

const addTo = (counts: Map<string, RejectionCount>, one: RejectionCount, capacity: number) => {
  const counted = counts.get(keyOf(one))
  if (counted !== undefined) counted.count += one.count
  else if (counts.size < capacity) counts.set(keyOf(one), { ...one })
}

/** A token may become known within the minute: its counts of before and after are one. */
const summed = (counts: readonly RejectionCount[]): RejectionCount[] => {
  const sums = new Map<string, RejectionCount>()
  for (const count of counts) addTo(sums, count, Infinity)
  return [...sums.values()]
}
