import type { HeldJob, Queue } from '@knockwire/queue/queue'
import type { DeliveryQueue } from '@knockwire/services/deliveries/delivery-jobs'
import { createWakeableTimer, repeat, type RepeatingTask } from '@knockwire/queue/wakeable-timer'
import { FairScheduler } from '@knockwire/queue/fair-scheduler'

export type DeliveryJob = HeldJob<DeliveryQueue>

export interface DeskOptions {
  name: DeliveryQueue
  queue: Queue
  /** Jobs under way at once. */
  concurrency: number
  /** A job's turn has come. */
  onAdmitted: (job: DeliveryJob) => void
  onError: (error: Error) => void
}

/** Retries of other processes become due without a word, so it is looked for them now and then. */
const pollMs = 2000
const afterErrorMs = 500
const takenAtOnce = 20
/** A third of the time after which a silent holder is taken for dead. */
const keepEveryMs = 4000
const keepAgainAfterMs = 250
/** Held for each that may be under way, so that one account's do not fill the desk. */
const heldPerSlot = 10

const accountOf = ({ group }: DeliveryJob) => group ?? ''

/** Takes a queue's jobs and holds them until they have ended; the accounts take turns, as with runs. */
export class DeliveryDesk {
  readonly #options: DeskOptions
  readonly #timer = createWakeableTimer()
  readonly #scheduler: FairScheduler<DeliveryJob>
  readonly #held = new Map<string, DeliveryJob>()
  readonly #perAccount: number
  readonly #looped: Promise<void>
  readonly #keeper: RepeatingTask
  #mayHaveMore = false
  #isClosed = false
  #onIdle: (() => void) | undefined

  constructor(options: DeskOptions) {
    const { concurrency, queue, name } = options
    this.#options = options
    this.#scheduler = new FairScheduler({ concurrency })
    this.#perAccount = Math.max(4, Math.ceil(concurrency / 4))
    this.#looped = this.#loop()
    this.#keeper = repeat(keepEveryMs, () => this.#keep())
    queue.onArrival(name, this.#timer.wake)
  }

  wake() {
    this.#timer.wake()
  }

  /** A job that was sent just now becomes due in so many seconds. */
  expectIn(seconds: number) {
    this.#timer.wakeWithin(seconds * 1000)
  }

  /** False where it was taken away meanwhile, even if it has come back since. */
  holds(job: DeliveryJob) {
    return this.#held.get(job.id) === job
  }

  /** The job is finished, or somebody else's by now. */
  end(job: DeliveryJob) {
    this.#letGo(job)
    this.#scheduler.release(accountOf(job))
    this.#pump()
    if (this.#mayHaveMore && this.#hasRoom()) this.#timer.wake()
    if (this.#scheduler.inFlight === 0) this.#onIdle?.()
  }

  /** Takes no more, and lets those under way end for so long. Gives those that are still held. */
  async close(drainMs: number): Promise<DeliveryJob[]> {
    this.#isClosed = true
    this.#timer.stop()
    await this.#looped
    await this.#allEnded(drainMs)
    await this.#keeper.stop()
    return [...this.#held.values()]
  }

  async #loop() {
    while (!this.#timer.isStopped()) {
      const failed = await this.#take().then(
        () => false,
        (error: Error) => {
          this.#options.onError(error)
          return true
        },
      )
      await this.#timer.sleep(failed ? afterErrorMs : pollMs, failed ? afterErrorMs : 0)
    }
  }

  async #take() {
    const { queue, name } = this.#options
    this.#mayHaveMore = true
    if (!this.#hasRoom()) return
    const passedOver = this.#fullAccounts()
    const jobs = await queue.take(name, takenAtOnce, { passedOver })
    for (const job of jobs) this.#hold(job)
    this.#pump()
    this.#mayHaveMore = jobs.length === takenAtOnce || passedOver.length > 0 || this.#fullAccounts().length > 0
    if (jobs.length === takenAtOnce && this.#hasRoom()) this.#timer.wake()
  }

  /** Tells that the jobs are worked on, and lets go of those that were taken away. */
  async #keep(): Promise<number> {
    const { queue, name, onError } = this.#options
    try {
      const jobs = [...this.#held.values()]
      const kept = await queue.keep(name, jobs)
      const lost = jobs.filter(({ id }) => !kept.has(id))
      for (const job of lost) this.#letGo(job)
      if (lost.length > 0) this.#scheduler.remove((job) => !this.holds(job))
      return keepEveryMs
    } catch (error) {
      onError(error as Error)
      return keepAgainAfterMs
    }
  }

  #pump() {
    if (this.#isClosed) return
    for (const job of this.#scheduler.admit()) this.#options.onAdmitted(job)
  }

  #hasRoom() {
    const { concurrency } = this.#options
    if (this.#isClosed || this.#held.size >= heldPerSlot * concurrency) return false
    return this.#scheduler.inFlight < 2 * concurrency
  }

  /** Accounts of which as many are held as may be under way: no more of theirs need be taken. */
  #fullAccounts(): string[] {
    const byAccount = Map.groupBy(this.#held.values(), accountOf)
    return [...byAccount].flatMap(([accountId, held]) => (held.length >= this.#perAccount ? [accountId] : []))
  }

  /** One that has come back takes the place of what it was. */
  #hold(job: DeliveryJob) {
    const isBack = this.#held.has(job.id)
    this.#held.set(job.id, job)
    if (isBack) this.#scheduler.remove((waiting) => !this.holds(waiting))
    this.#scheduler.enqueue(accountOf(job), job)
  }

  #letGo(job: DeliveryJob) {
    if (this.holds(job)) this.#held.delete(job.id)
  }

  async #allEnded(withinMs: number) {
    if (this.#scheduler.inFlight === 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#onIdle = resolve
    const timer = setTimeout(resolve, withinMs)
    await promise
    clearTimeout(timer)
  }
}
