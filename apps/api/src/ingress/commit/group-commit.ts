import { isDatabaseOutage } from '@knockwire/db/failures/database-outage'
import { Pace } from './pace.ts'

export interface GroupCommitOptions<T, R> {
  /** Commits a group and gives the verdict on each of its items, in their order; throws where nothing was committed. */
  write: (group: readonly T[]) => Promise<R[]>
  onError: (error: Error) => void
  /** An item that cannot be committed even alone. */
  onRejected?: (item: T, error: Error) => void
  /** Groups in flight at once. */
  maxInFlight: number
  maxItems: number
  /** Bytes of a group, so that large items do not make a huge one. */
  maxBytes: number
  bytesOf: (item: T) => number
  /** Items that may wait for their group; more are turned away. */
  maxWaiting: number
  /** Milliseconds of a steady clock. */
  now: () => number
}

interface Waiting<T, R> {
  item: T
  resolve: (verdict: R | null) => void
}

/** Commits items in groups; `Pace` says when. */
export class GroupCommit<T, R> {
  readonly #options: GroupCommitOptions<T, R>
  readonly #pace: Pace
  #waiting: Waiting<T, R>[] = []
  /** When a group begins with whatever waits then, whether that completes it or not. */
  #dueAt = Infinity
  #timer: NodeJS.Timeout | undefined

  constructor(options: GroupCommitOptions<T, R>) {
    this.#options = options
    this.#pace = new Pace(options.maxInFlight)
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

  #schedule() {
    const waiting = this.#waiting.length
    if (waiting === 0) return
    const share = Math.min(this.#pace.shareOf(waiting), this.#options.maxItems)
    const waitMs = this.#pace.waitMs(this.#options.now())
    if (waitMs === null) return
    const isComplete = waiting >= share
    if (isComplete && waitMs === 0) void this.#commit(this.#takeGroup(share))
    else this.#beginWithin(isComplete ? waitMs : Math.max(waitMs, this.#pace.batchDelayMs))
  }

  /** What waits already has its time; it may become shorter. */
  #beginWithin(ms: number) {
    const dueAt = this.#options.now() + ms
    if (dueAt >= this.#dueAt) return
    this.#stopTimer()
    this.#dueAt = dueAt
    this.#timer = setTimeout(() => this.#stopWaiting(), ms)
  }

  #stopWaiting() {
    this.#pace.settleFor(this.#waiting.length)
    void this.#commit(this.#takeGroup(this.#options.maxItems))
  }

  #stopTimer() {
    clearTimeout(this.#timer)
    this.#dueAt = Infinity
  }

  #takeGroup(maxItems: number): Waiting<T, R>[] {
    const { maxBytes, bytesOf } = this.#options
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
    this.#stopTimer()
    const begunAt = this.#options.now()
    this.#pace.begin(group.length, begunAt)
    const writing = this.#write(group.map(({ item }) => item))
    // What it had no room for does not wait for its end.
    this.#schedule()
    const verdicts = await writing
    this.#pace.end(group.length, this.#options.now() - begunAt)
    this.#schedule()
    for (const [index, { resolve }] of group.entries()) resolve(verdicts[index] ?? null)
  }

  async #write(items: readonly T[]): Promise<(R | null)[]> {
    try {
      return await this.#options.write(items)
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      this.#options.onError(error)
      if (!isOfOneItem(error)) return items.map(() => null)
      if (items.length > 1) return this.#writeApart(items)
      for (const item of items) this.#options.onRejected?.(item, error)
      return [null]
    }
  }

  /** One item that cannot be written must not keep the others from being committed. */
  async #writeApart(items: readonly T[]): Promise<(R | null)[]> {
    const middle = Math.ceil(items.length / 2)
    return [...(await this.#write(items.slice(0, middle))), ...(await this.#write(items.slice(middle)))]
  }
}

/** Somebody holds what one of the items needs; the others need not wait for it. */
const lockNotAvailable = '55P03'

/** Whether the others may be committed without the item at fault: unless the database is away, or busy all over. */
const isOfOneItem = (error: Error): boolean =>
  !isDatabaseOutage(error) || ('code' in error && error.code === lockNotAvailable)
