/** An account that has nothing stored is looked at again after so long; one at its limit at once. */
const longestMs = 60_000
/** Accounts remembered; of one that was forgotten the bytes are summed up again, no more. */
const capacity = 100_000

/**
 * When the stored bytes of an account that records have to be summed up again: the more room it has, the later. A FREE
 * account at all of its limits takes about a minute to fill an empty history, so none goes far over unseen.
 */
export class ByteWatch {
  readonly #now: () => number
  readonly #nextAt = new Map<string, number>()

  /** @param now - milliseconds of a steady clock. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  isDue(accountId: string): boolean {
    return (this.#nextAt.get(accountId) ?? -Infinity) <= this.#now()
  }

  /** @param room - the part of the limit that is free, from 0 to 1. */
  noteRoom(accountId: string, room: number) {
    this.#nextAt.delete(accountId)
    this.#nextAt.set(accountId, this.#now() + Math.max(0, room) * longestMs)
    const [oldest] = this.#nextAt.keys()
    if (this.#nextAt.size > capacity && oldest !== undefined) this.#nextAt.delete(oldest)
  }
}
