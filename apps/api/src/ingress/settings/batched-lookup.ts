import { isDatabaseOutage } from '@knockwire/db/failures/database-outage'

export interface LookupOptions<V> {
  /** Finds what there is for these keys. */
  find: (keys: readonly string[]) => Promise<Map<string, V>>
  maxKeys: number
  /** Keys that may wait; more are refused. */
  maxWaiting: number
}

interface Waiter<V> {
  promise: Promise<V | null>
  resolve: (value: V | null) => void
  reject: (error: unknown) => void
}

/** Too many keys wait already. */
export class LookupFull extends Error {
  override readonly name = 'LookupFull'
}

/**
 * Looks keys up one query at a time: what is requested while a query runs goes into the next, each key once.
 * So a flood of addresses that nobody has costs the database one small query after the other, however large it is.
 */
export class BatchedLookup<V> {
  readonly #options: LookupOptions<V>
  #waiting = new Map<string, Waiter<V>>()
  #isRunning = false

  constructor(options: LookupOptions<V>) {
    this.#options = options
  }

  /** What there is for the key, or null where there is nothing. */
  get(key: string): Promise<V | null> {
    const known = this.#waiting.get(key)
    if (known !== undefined) return known.promise
    if (this.#waiting.size >= this.#options.maxWaiting) return Promise.reject(new LookupFull())
    const waiter = Promise.withResolvers<V | null>()
    this.#waiting.set(key, waiter)
    if (!this.#isRunning) void this.#run()
    return waiter.promise
  }

  async #run() {
    this.#isRunning = true
    // What is requested in this same turn belongs to the first query.
    await new Promise(setImmediate)
    while (this.#waiting.size > 0) {
      const batch = [...this.#waiting].slice(0, this.#options.maxKeys)
      for (const [key] of batch) this.#waiting.delete(key)
      await this.#settle(batch)
    }
    this.#isRunning = false
  }

  async #settle(batch: readonly [string, Waiter<V>][]): Promise<void> {
    try {
      const found = await this.#options.find(batch.map(([key]) => key))
      for (const [key, { resolve }] of batch) resolve(found.get(key) ?? null)
    } catch (error) {
      if (batch.length > 1 && !isDatabaseOutage(error)) return this.#settleApart(batch)
      for (const [, { reject }] of batch) reject(error)
    }
  }

  /** One key that cannot be looked up must not keep the others from being found. */
  async #settleApart(batch: readonly [string, Waiter<V>][]) {
    const middle = Math.ceil(batch.length / 2)
    await this.#settle(batch.slice(0, middle))
    await this.#settle(batch.slice(middle))
  }
}
