import { FairQueue, type Waiting } from './fair-queue.ts'

/**
 * Accounts take turns, each in three queues:
 * - `quick`: jobs so small that they cannot take long go together, of any account;
 * - `long`: others go one by one, and always leave a thread to the quick ones;
 * - `penalised`: jobs of accounts of which one had to be stopped lately go one by one, on a third of the threads at most.
 */
export type QueueName = 'quick' | 'long' | 'penalised'

export interface AccountQueuesOptions<T> {
  /** At least `leastThreads`. */
  threads: number
  queueOf: (item: T) => QueueName
  /** Whether the item still fits into the batch. */
  fits: (batch: readonly T[], item: T) => boolean
  /** Time that the account's jobs have had lately. */
  hadMs: (accountId: string) => number
}

/** One for each queue. */
export const leastThreads = 3

/** What waits, and who is next. */
export class AccountQueues<T extends Waiting> {
  readonly #options: AccountQueuesOptions<T>
  readonly #mostPenalised: number
  readonly #queues: Record<QueueName, FairQueue<T>> = {
    quick: new FairQueue(),
    long: new FairQueue(),
    penalised: new FairQueue(),
  }
  readonly #running: Record<QueueName, number> = { quick: 0, long: 0, penalised: 0 }

  constructor(options: AccountQueuesOptions<T>) {
    this.#options = options
    this.#mostPenalised = Math.floor(options.threads / leastThreads)
  }

  add(item: T) {
    this.#queues[this.#options.queueOf(item)].add(item)
  }

  /** For items that were taken and not done: they are next in their queues. */
  addFirst(items: readonly T[]) {
    for (const [queue, back] of Map.groupBy(items, this.#options.queueOf)) this.#queues[queue].addFirst(back)
  }

  /** What is to be worked on next, together; null where nothing may start. Each must be ended. */
  take(): { queue: QueueName; items: T[] } | null {
    // The one with the fewest threads, so that no queue waits for another to run dry.
    const ready = (['quick', 'long', 'penalised'] as const).filter((queue) => this.#mayStart(queue))
    const [queue] = ready.toSorted((a, b) => this.#running[a] - this.#running[b])
    if (queue === undefined) return null
    this.#running[queue] += 1
    return { queue, items: this.#takeFrom(queue) }
  }

  end(queue: QueueName) {
    this.#running[queue] -= 1
  }

  /** What the account has waiting goes to the queue that is now its own. */
  sortAgain(accountId: string) {
    const waiting = Object.values(this.#queues).flatMap((queue) => queue.takeAll(accountId))
    for (const item of waiting) this.add(item)
  }

  remove(item: T) {
    for (const queue of Object.values(this.#queues)) queue.remove(item)
  }

  clear(): T[] {
    return Object.values(this.#queues).flatMap((queue) => queue.clear())
  }

  #mayStart(queue: QueueName): boolean {
    const { quick, long, penalised } = this.#running
    const { threads } = this.#options
    if (this.#queues[queue].isEmpty || quick + long + penalised >= threads) return false
    if (queue === 'quick') return true
    return long + penalised < threads - 1 && (queue === 'long' || penalised < this.#mostPenalised)
  }

  #takeFrom(queue: QueueName): T[] {
    if (queue === 'quick') return this.#queues.quick.takeBatch(this.#options.fits)
    const item = this.#queues[queue].takeOne(this.#options.hadMs)
    return item === null ? [] : [item]
  }
}
