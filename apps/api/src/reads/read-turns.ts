import { AppError } from '@knockwire/domain/errors'

export interface ReadTurnsOptions {
  /** Reads at once, of all accounts. */
  atOnce: number
  /** Reads of one account that may wait for their turn. */
  waitingByAccount: number
  /** Reads that may wait, of all accounts. */
  waiting: number
  /** How long one account's reads of a minute may take together, in milliseconds: it bounds the bytes that they look through. */
  msByMinute: number
  /** Milliseconds of a steady clock. */
  now: () => number
}

const minuteMs = 60_000

const tooMany = (waitMs: number) =>
  new AppError('RATE_LIMITED', 'Too many searches are in progress. Try again in a moment.', {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  })

/** Accounts take turns, each with one read at a time: anyone who asks a hundred times waits for its own reads only. */
export class ReadTurns {
  readonly #options: ReadTurnsOptions
  readonly #running = new Set<string>()
  /** What starts the waiting reads of each account; the account whose turn is next comes first. */
  readonly #waiting = new Map<string, (() => void)[]>()
  #waitingCount = 0
  #usedMs = new Map<string, number>()
  #minuteEndMs = 0

  constructor(options: ReadTurnsOptions) {
    this.#options = options
  }

  /**
   * Does the work when it is the account's turn. Rejects with RATE_LIMITED where too much waits or the account's minute is
   * used up, unless it goes on with a read that was let in before: an export that has begun must not break off.
   */
  async take<T>(accountId: string, work: () => Promise<T>, { goesOn = false } = {}): Promise<T> {
    if (!goesOn) this.#check(accountId)
    await this.#turnOf(accountId)
    const startedAt = this.#options.now()
    try {
      return await work()
    } finally {
      this.#count(accountId, this.#options.now() - startedAt)
      this.#running.delete(accountId)
      this.#startNext()
    }
  }

  #check(accountId: string) {
    const { waiting, waitingByAccount, msByMinute, now } = this.#options
    const usedMs = this.#minute().get(accountId) ?? 0
    if (usedMs >= msByMinute) throw tooMany(this.#minuteEndMs - now())
    const own = this.#waiting.get(accountId)?.length ?? 0
    if (own >= waitingByAccount || this.#waitingCount >= waiting) throw tooMany(1000)
  }

  #count(accountId: string, ms: number) {
    const used = this.#minute()
    used.set(accountId, (used.get(accountId) ?? 0) + ms)
  }

  #minute(): Map<string, number> {
    const nowMs = this.#options.now()
    if (nowMs >= this.#minuteEndMs) {
      this.#usedMs = new Map()
      this.#minuteEndMs = nowMs + minuteMs
    }
    return this.#usedMs
  }

  #turnOf(accountId: string): Promise<void> {
    return new Promise((resolve) => {
      const own = this.#waiting.get(accountId)
      if (own === undefined) this.#waiting.set(accountId, [resolve])
      else own.push(resolve)
      this.#waitingCount += 1
      this.#startNext()
    })
  }

  #startNext() {
    for (const [accountId, own] of this.#waiting) {
      if (this.#running.size >= this.#options.atOnce) return
      if (this.#running.has(accountId)) continue
      const [start, ...rest] = own
      this.#waiting.delete(accountId)
      // Behind the others, who have waited since before.
      if (rest.length > 0) this.#waiting.set(accountId, rest)
      this.#waitingCount -= 1
      this.#running.add(accountId)
      start?.()
    }
  }
}
