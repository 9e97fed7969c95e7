export interface GroupCommitOptions<T, R> {
  /** Commits a group and gives the verdict on each of its items, in their order; throws where nothing was committed. */
  write: (group: readonly T[]) => Promise<R[]>
  onError: (error: Error) => void
  /** Groups under way at once. */
  maxInFlight: number
  maxItems: number
  /** Bytes of a group, so that large items do not make a huge one. */
  maxBytes: number
  bytesOf: (item: T) => number
  /** Items that may wait for their group; more are turned away. */
  maxWaiting: number
}

interface Waiting<T, R> {
  item: T
  resolve: (verdict: R | null) => void
}

/**
 * Commits items in groups that the commits themselves pace: a group holds what came while the ones before were under
 * way. Nothing waits for a timer, and the busier it is, the larger the groups become.
 */
export class GroupCommit<T, R> {
  readonly #options: GroupCommitOptions<T, R>
  #waiting: Waiting<T, R>[] = []
  #inFlight = 0
  #isScheduled = false

  constructor(options: GroupCommitOptions<T, R>) {
    this.#options = options
  }

  get waiting() {
    return this.#waiting.length
  }

  /** The verdict, after the commit; null where it could not be committed, or too many wait already. */
  add(item: T): Promise<R | null> {
    if (this.#waiting.length >= this.#options.maxWaiting) return Promise.resolve(null)
    const { promise, resolve } = Promise.withResolvers<R | null>()
    this.#waiting.push({ item, resolve })
    this.#schedule()
    return promise
  }

  /** After the sockets that are readable in this turn were read, so that their requests share a group. */
  #schedule() {
    if (this.#isScheduled || this.#inFlight >= this.#options.maxInFlight || this.#waiting.length === 0) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      void this.#commit(this.#takeGroup())
    })
  }

  #takeGroup(): Waiting<T, R>[] {
    const { maxItems, maxBytes, bytesOf } = this.#options
    let [count, bytes] = [0, 0]
    for (const { item } of this.#waiting) {
      bytes += bytesOf(item)
      if (count === maxItems || (count > 0 && bytes > maxBytes)) break
      count += 1
    }
    const group = this.#waiting.slice(0, count)
    this.#waiting = this.#waiting.slice(count)
    return group
  }

  async #commit(group: readonly Waiting<T, R>[]) {
    this.#inFlight += 1
    this.#schedule()
    const verdicts = await this.#write(group.map(({ item }) => item))
    this.#inFlight -= 1
    this.#schedule()
    for (const [index, { resolve }] of group.entries()) resolve(verdicts[index] ?? null)
  }

  async #write(items: readonly T[]): Promise<(R | null)[]> {
    try {
      return await this.#options.write(items)
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      this.#options.onError(error)
      return items.length > 1 && isRefusal(error) ? this.#writeApart(items) : items.map(() => null)
    }
  }

  /** One item that the database refuses must not keep the others from being committed. */
  async #writeApart(items: readonly T[]): Promise<(R | null)[]> {
    const middle = Math.ceil(items.length / 2)
    return [...(await this.#write(items.slice(0, middle))), ...(await this.#write(items.slice(middle)))]
  }
}

/** Classes of SQLSTATE that repeating the whole group does not mend: data, integrity, syntax, limits. */
const refusals = new Set(['22', '23', '42', '54'])

const isRefusal = (error: Error): boolean =>
  'code' in error && typeof error.code === 'string' && error.code.length === 5 && refusals.has(error.code.slice(0, 2))
