import { FairQueue, type Waiting } from './fair-queue.ts'

/**
 * Accounts take turns, each in three lanes:
 * - `quick`: jobs so small that they cannot take long go together, whoever they are of;
 * - `long`: others go one by one, and always leave a thread to the quick ones;
 * - `penalised`: jobs of accounts of which one had to be stopped lately go one by one, on a third of the threads at most.
 */
export type Lane = 'quick' | 'long' | 'penalised'

export interface LanesOptions<T> {
  /** At least `leastThreads`. */
  threads: number
  laneOf: (item: T) => Lane
  /** Whether the item still fits into the batch. */
  fits: (batch: readonly T[], item: T) => boolean
  /** Time that the account's jobs have had lately. */
  hadMs: (accountId: string) => number
}

/** One for each lane. */
export const leastThreads = 3

/** What waits, and who is next. */
export class Lanes<T extends Waiting> {
  readonly #options: LanesOptions<T>
  readonly #mostPenalised: number
  readonly #queues: Record<Lane, FairQueue<T>> = {
    quick: new FairQueue(),
    long: new FairQueue(),
    penalised: new FairQueue(),
  }
  readonly #running: Record<Lane, number> = { quick: 0, long: 0, penalised: 0 }

  constructor(options: LanesOptions<T>) {
    this.#options = options
    this.#mostPenalised = Math.floor(options.threads / leastThreads)
  }

  add(item: T) {
    this.#queues[this.#options.laneOf(item)].add(item)
  }

  /** For items that were taken and not done: they are next in their lanes. */
  addFirst(items: readonly T[]) {
    for (const [lane, back] of Map.groupBy(items, this.#options.laneOf)) this.#queues[lane].addFirst(back)
  }

  /** What is to be worked on next, together; null where nothing may start. Each must be ended. */
  take(): { lane: Lane; items: T[] } | null {
    // The one with the fewest threads, so that no lane waits for another to run dry.
    const ready = (['quick', 'long', 'penalised'] as const).filter((lane) => this.#mayStart(lane))
    const [lane] = ready.toSorted((a, b) => this.#running[a] - this.#running[b])
    if (lane === undefined) return null
    this.#running[lane] += 1
    return { lane, items: this.#takeFrom(lane) }
  }

  end(lane: Lane) {
    this.#running[lane] -= 1
  }

  /** What the account has waiting goes to the lane that is now its own. */
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

  #mayStart(lane: Lane): boolean {
    const { quick, long, penalised } = this.#running
    const { threads } = this.#options
    if (this.#queues[lane].isEmpty || quick + long + penalised >= threads) return false
    if (lane === 'quick') return true
    return long + penalised < threads - 1 && (lane === 'long' || penalised < this.#mostPenalised)
  }

  #takeFrom(lane: Lane): T[] {
    if (lane === 'quick') return this.#queues.quick.takeBatch(this.#options.fits)
    const item = this.#queues[lane].takeOne(this.#options.hadMs)
    return item === null ? [] : [item]
  }
}
