/** However slow commits are, a group that could begin waits no longer. */
const longestBatchDelayMs = 20
/** One that took longer hung; how long says nothing of the next one. */
const slowestMs = 80
const shortestBatchDelayMs = 1
/** One that is committed, and one that comes together. */
const leastShares = 2
/** A commit that is usually back sooner keeps a processor at work rather than a disk. */
const quickMs = 1
/** When a quick one is late. */
const lateMs = 5
/** Of the last commit in what is usual. */
const newest = 1 / 8

/**
 * Says when a group may begin, and how many items make it complete: the commits themselves set the pace.
 *
 * Senders that were just answered send their next request shortly afterwards. A group that began with the first of those
 * would be small, and most would wait for the one after it: so a group is complete with a fair share of what waited or
 * was in flight lately. And groups that began together would end together, with nobody at work meanwhile but the
 * database: so the second one begins when the first is half done, and the senders of one are answered while the other
 * is committed. Where commits are quick, it waits for the first one's end, or until that is late: two of them would take
 * the processor from each other and from the answers (measured: an eighth of the requests a second).
 */
export class Pace {
  readonly #maxGroups: number
  #groups = 0
  #items = 0
  /** Items that waited or were in flight at once, lately. */
  #level = 0
  /** Of a commit. */
  #usualMs = 0
  #lastBegunAt = 0

  constructor(maxGroups: number) {
    this.#maxGroups = maxGroups
  }

  /** Items that make a group complete, where so many wait. */
  shareOf(waiting: number): number {
    this.#level = Math.max(this.#level, waiting + this.#items)
    return Math.ceil(this.#level / Math.max(this.#maxGroups, leastShares))
  }

  /** Milliseconds until a group may begin; null where that takes the end of one in flight. */
  waitMs(now: number): number | null {
    if (this.#groups === 0) return 0
    return this.#groups < this.#maxGroups ? Math.max(0, this.#lastBegunAt + this.#headStartMs - now) : null
  }

  /** Of a group before the next one. */
  get #headStartMs() {
    return this.#usualMs < quickMs ? lateMs : Math.min(this.#usualMs / 2, longestBatchDelayMs)
  }

  /** How long an incomplete group waits for more. */
  get batchDelayMs() {
    return Math.min(Math.max(this.#usualMs, shortestBatchDelayMs), longestBatchDelayMs)
  }

  /** Fewer come than came lately. */
  settleFor(waiting: number) {
    this.#level = waiting + this.#items
  }

  begin(items: number, now: number) {
    this.#groups += 1
    this.#items += items
    this.#lastBegunAt = now
  }

  end(items: number, tookMs: number) {
    this.#groups -= 1
    this.#items -= items
    const countedMs = Math.min(tookMs, slowestMs)
    this.#usualMs += (countedMs - this.#usualMs) * (this.#usualMs === 0 ? 1 : newest)
  }
}
