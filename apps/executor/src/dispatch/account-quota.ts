interface Owned {
  accountId: string
}

/** Passing over an account's rows is expensive where there are many: it is looked at again after a while, or when a part of its quota is free. */
const longestBlockMs = 1000
/** Counting the runs in flight costs as much as queueing it. Accounts with little due at a time are counted this often. */
const countEveryMs = 1000
const fewOfQuota = 1 / 20
const releasedQuota = 1 / 4

interface Block {
  untilMs: number
  toEnd: number
}

/**
 * How many scheduled runs each account may have queued or in flight, over all executors, so that one account's
 * slow targets do not fill the queue. It is kept roughly: several executors may count at the same time.
 */
export class AccountQuota {
  readonly #limit: number
  readonly #now: () => number
  readonly #blocks = new Map<string, Block>()
  #countedAllAtMs = -Infinity

  constructor(limit: number, now: () => number = () => performance.now()) {
    this.#limit = limit
    this.#now = now
  }

  /** Accounts that have their full quota, and are not to be claimed for at present. */
  blocked(): string[] {
    for (const [accountId, { untilMs }] of this.#blocks) if (untilMs <= this.#now()) this.#blocks.delete(accountId)
    return [...this.#blocks.keys()]
  }

  /** The accounts of these due schedules that have to be counted before they may be claimed. */
  toCount(due: readonly Owned[]): string[] {
    const counts = new Map<string, number>()
    for (const { accountId } of due) counts.set(accountId, (counts.get(accountId) ?? 0) + 1)
    const isTimeForAll = this.#now() - this.#countedAllAtMs >= countEveryMs
    if (isTimeForAll) this.#countedAllAtMs = this.#now()
    const few = this.#limit * fewOfQuota
    return [...counts].flatMap(([accountId, count]) => (isTimeForAll || count > few ? [accountId] : []))
  }

  /** Those of the due that their account's quota lets through, in order; accounts that have to leave some are blocked. */
  admit<T extends Owned>(due: readonly T[], inFlight: ReadonlyMap<string, number>): T[] {
    const counts = new Map(inFlight)
    return due.filter(({ accountId }) => {
      const count = counts.get(accountId) ?? 0
      if (count >= this.#limit) this.#block(accountId)
      else counts.set(accountId, count + 1)
      return count < this.#limit
    })
  }

  /** Runs of these accounts have ended, one entry for each. */
  onEnded(accountIds: Iterable<string>) {
    if (this.#blocks.size === 0) return
    for (const accountId of accountIds) {
      const block = this.#blocks.get(accountId)
      if (block && --block.toEnd <= 0) this.#blocks.delete(accountId)
    }
  }

  #block(accountId: string) {
    if (this.#blocks.has(accountId)) return
    const toEnd = Math.max(1, Math.floor(this.#limit * releasedQuota))
    this.#blocks.set(accountId, { untilMs: this.#now() + longestBlockMs, toEnd })
  }
}
