/** However busy the process, this many items of each account start at once: a new account does not wait for slow ones. */
const reservedPerAccount = 4
/** The same for memory: one item of any size, or a few small ones. */
const reservedBytesPerAccount = 1024 * 1024

interface AccountQueue<T> {
  accountId: string
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
  readonly #turns = new Set<AccountQueue<T>>()
  /**
   * The accounts of `#turns` with fewer items in flight than are reserved for each. While every slot is taken, only these
   * are looked at.
   */
  readonly #reservedTurns = new Set<AccountQueue<T>>()
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
    const queue = this.#queueOf(accountId)
    queue.items.push({ item, bytes })
    this.#addTurns(queue)
    this.#waiting += 1
  }

  /** Returns the items that may start now; they count as in flight until they are released. */
  admit(): T[] {
    const admitted: T[] = []
    this.#admitFrom(this.#turns, 1, admitted)
    this.#admitFrom(this.#reservedTurns, 2, admitted)
    return admitted
  }

  /** @param bytes - the same as it was enqueued with. */
  release(accountId: string, bytes = 0) {
    const queue = this.#queueOf(accountId)
    queue.inFlight -= 1
    queue.bytes -= bytes
    this.#inFlight -= 1
    this.#bytes -= bytes
    if (queue.items.length > 0) this.#addTurns(queue)
    else this.#deleteIfUnused(queue)
  }

  /** Removes the waiting items that match. */
  remove(matches: (item: T) => boolean) {
    for (const queue of this.#queues.values()) {
      const kept = queue.items.filter(({ item }) => !matches(item))
      this.#waiting -= queue.items.length - kept.length
      queue.items = kept
      if (kept.length > 0) continue
      this.#deleteTurns(queue)
      this.#deleteIfUnused(queue)
    }
  }

  /**
   * Until so many times the limits are used. Which of the accounts may start one `#mayStart` decides: where the next items
   * are too large for the memory that is left, all are looked at.
   */
  #admitFrom(accounts: ReadonlySet<AccountQueue<T>>, times: 1 | 2, admitted: T[]) {
    if (this.#isFull(times)) return
    // An account that starts an item goes to the end of the set, so that the loop comes to it again.
    for (const queue of accounts) {
      this.#admitFirst(queue, admitted)
      if (this.#isFull(times)) return
    }
  }

  #isFull(times: 1 | 2) {
    return this.#inFlight >= times * this.#concurrency || this.#bytes >= times * this.#maxBytes
  }

  #admitFirst(queue: AccountQueue<T>, admitted: T[]) {
    const [first] = queue.items
    if (first === undefined || !this.#mayStart(queue, first.bytes)) return
    queue.items.shift()
    admitted.push(first.item)
    queue.inFlight += 1
    queue.bytes += first.bytes
    this.#inFlight += 1
    this.#bytes += first.bytes
    this.#waiting -= 1
    this.#deleteTurns(queue)
    if (queue.items.length > 0) this.#addTurns(queue)
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

  /** An account that is in a set already keeps its place. */
  #addTurns(queue: AccountQueue<T>) {
    this.#turns.add(queue)
    if (queue.inFlight < reservedPerAccount) this.#reservedTurns.add(queue)
  }

  #deleteTurns(queue: AccountQueue<T>) {
    this.#turns.delete(queue)
    this.#reservedTurns.delete(queue)
  }

  #queueOf(accountId: string): AccountQueue<T> {
    let queue = this.#queues.get(accountId)
    if (!queue) {
      queue = { accountId, items: [], inFlight: 0, bytes: 0 }
      this.#queues.set(accountId, queue)
    }
    return queue
  }

  #deleteIfUnused({ accountId, items, inFlight }: AccountQueue<T>) {
    if (items.length === 0 && inFlight === 0) this.#queues.delete(accountId)
  }
}
