/** However busy the process, this many items of each account start at once: a new account does not wait for slow ones. */
const reservedPerAccount = 4
/** The same for memory: one item of any size, or a few small ones. */
const reservedBytesPerAccount = 1024 * 1024

interface AccountQueue<T> {
  items: { item: T; bytes: number }[]
  inFlight: number
  /** Bytes of what is in flight. */
  bytes: number
}

export interface SchedulerLimits {
  /** Items in flight; with every account's reserved ones at most twice as many. */
  concurrency: number
  /** Bytes that the items in flight may hold; with every account's reserved ones at most twice as much. */
  maxBytes?: number
}

/** How many items of one account may be in flight at once. */
export const maxPerAccount = (concurrency: number): number => Math.max(reservedPerAccount, Math.ceil(concurrency / 4))

/**
 * Decides which of the waiting items may start. Each account has a queue: none gets more than a quarter of the slots or
 * of the memory, and each gets its reserved few even where the slow items of others hold everything, so that no account
 * delays another. The accounts take turns.
 */
export class FairScheduler<T> {
  readonly #concurrency: number
  readonly #perAccount: number
  readonly #maxBytes: number
  readonly #queues = new Map<string, AccountQueue<T>>()
  /** Accounts with waiting items, in the order of their turns. */
  readonly #turns = new Set<string>()
  #waiting = 0
  #inFlight = 0
  #bytes = 0

  constructor({ concurrency, maxBytes = Infinity }: SchedulerLimits) {
    this.#concurrency = concurrency
    this.#maxBytes = maxBytes
    this.#perAccount = maxPerAccount(concurrency)
  }

  get waiting() {
    return this.#waiting
  }

  get inFlight() {
    return this.#inFlight
  }

  /** Bytes that the items in flight hold. */
  get bytes() {
    return this.#bytes
  }

  /** @param bytes - what the item will hold while it is in flight. */
  enqueue(accountId: string, item: T, bytes = 0) {
    this.#queueOf(accountId).items.push({ item, bytes })
    this.#turns.add(accountId)
    this.#waiting += 1
  }

  /** Returns the items that may start now; they count as in flight until they are released. */
  admit(): T[] {
    const admitted: T[] = []
    let before = -1
    while (this.#waiting > 0 && admitted.length > before) {
      before = admitted.length
      this.#admitRound(admitted)
    }
    return admitted
  }

  /** @param bytes - the same as it was enqueued with. */
  release(accountId: string, bytes = 0) {
    const queue = this.#queueOf(accountId)
    queue.inFlight -= 1
    queue.bytes -= bytes
    this.#inFlight -= 1
    this.#bytes -= bytes
    this.#deleteIfEmpty(accountId, queue)
  }

  /** Removes the waiting items that match. */
  remove(matches: (item: T) => boolean) {
    for (const [accountId, queue] of this.#queues) {
      const kept = queue.items.filter(({ item }) => !matches(item))
      this.#waiting -= queue.items.length - kept.length
      queue.items = kept
      this.#deleteIfEmpty(accountId, queue)
    }
  }

  /** Admits at most one item of each account. */
  #admitRound(admitted: T[]) {
    for (const accountId of Array.from(this.#turns)) {
      const queue = this.#queueOf(accountId)
      const [first] = queue.items
      if (first === undefined || !this.#mayStart(queue, first.bytes)) continue
      queue.items.shift()
      admitted.push(first.item)
      queue.inFlight += 1
      queue.bytes += first.bytes
      this.#inFlight += 1
      this.#bytes += first.bytes
      this.#waiting -= 1
      // Deleted and added again, the account's next turn comes after all others.
      this.#turns.delete(accountId)
      if (queue.items.length > 0) this.#turns.add(accountId)
    }
  }

  #mayStart(queue: AccountQueue<T>, bytes: number) {
    const isFirst = queue.inFlight === 0
    if (this.#inFlight < this.#concurrency && this.#bytes + bytes <= this.#maxBytes) {
      const isWithinShare = isFirst || queue.bytes + bytes <= this.#maxBytes / 4
      return queue.inFlight < this.#perAccount && isWithinShare
    }
    if (this.#inFlight >= 2 * this.#concurrency || this.#bytes + bytes > 2 * this.#maxBytes) return false
    return isFirst || (queue.inFlight < reservedPerAccount && queue.bytes + bytes <= reservedBytesPerAccount)
  }

  #queueOf(accountId: string): AccountQueue<T> {
    let queue = this.#queues.get(accountId)
    if (!queue) {
      queue = { items: [], inFlight: 0, bytes: 0 }
      this.#queues.set(accountId, queue)
    }
    return queue
  }

  #deleteIfEmpty(accountId: string, queue: AccountQueue<T>) {
    if (queue.items.length > 0) return
    this.#turns.delete(accountId)
    if (queue.inFlight === 0) this.#queues.delete(accountId)
  }
}
