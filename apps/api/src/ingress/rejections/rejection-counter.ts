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
  /** Counts that are kept until the next flush, for active receivers and for all other tokens. */
  maxKnown?: number
  maxUnknown?: number
}

const minuteMs = 60_000

/**
 * Counts rejected requests in memory until they are flushed, so that rejecting costs no query. Bounded: beyond its
 * capacity it counts nothing new. Made-up tokens have a capacity of their own, lest they crowd out real receivers.
 */
export class RejectionCounter {
  readonly #options: RejectionCounterOptions
  #known = new Map<string, RejectionCount>()
  #unknown = new Map<string, RejectionCount>()

  constructor(options: RejectionCounterOptions) {
    this.#options = options
  }

  add({ token, reason, isKnown, nowMs }: Rejection) {
    const one = { token, reason, minuteMs: nowMs - (nowMs % minuteMs), count: 1 }
    if (isKnown) addTo(this.#known, one, this.#options.maxKnown ?? 4000)
    else addTo(this.#unknown, one, this.#options.maxUnknown ?? 1000)
  }

  /** Writes what was counted; what cannot be written is kept for the next flush. It never rejects. */
  async flush(): Promise<void> {
    const [known, unknown] = [this.#known, this.#unknown]
    if (known.size + unknown.size === 0) return
    this.#known = new Map()
    this.#unknown = new Map()
    try {
      await this.#options.write([...known.values(), ...unknown.values()])
    } catch (error) {
      this.#options.onError(error instanceof Error ? error : new Error(String(error)))
      for (const count of known.values()) addTo(this.#known, count, this.#options.maxKnown ?? 4000)
      for (const count of unknown.values()) addTo(this.#unknown, count, this.#options.maxUnknown ?? 1000)
    }
  }
}

const addTo = (counts: Map<string, RejectionCount>, one: RejectionCount, capacity: number) => {
  const key = `${one.token} ${one.reason} ${one.minuteMs}`
  const counted = counts.get(key)
  if (counted !== undefined) counted.count += one.count
  else if (counts.size < capacity) counts.set(key, one)
}
