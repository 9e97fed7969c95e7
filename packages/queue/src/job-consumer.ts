import { inTransaction } from '@knockwire/db/transaction'
import type { JobData, JobName } from '@knockwire/domain/jobs'
import type pg from 'pg'
import { type Batcher, createBatcher } from './batcher.ts'
import { FairScheduler, maxPerAccount } from './fair-scheduler.ts'
import { type FetchLimits, FetchLoop } from './fetch-loop.ts'
import { jobOf, type Lease, Leases } from './leases.ts'
import type { LeasedJob, Queue } from './queue.ts'

/*
 * The states of a job in this process:
 *
 *             fetch             schedule            admit              complete
 *   (queue) ────────▶ LEASED ────────────▶ WAITING ────────▶ IN FLIGHT ────────▶ COMPLETED (deleted)
 *      ▲                 │                    │                  │
 *      │                 └────────────────────┴──────────────────┴──▶ LOST (another process has it)
 *      └───────────────────────── requeue, when this process stops
 *
 * LEASED     The job was fetched. Until it leaves this process, a heartbeat renews its lease every third of the time
 *            after which the queue gives the job to another process.
 * WAITING    Its work items are known: a run's job carries many, a delivery's job is one. They wait in the fair scheduler
 *            for a free slot of their account.
 * IN FLIGHT  An item is worked on, and occupies its slot until `release`.
 * COMPLETED  The worker has recorded all results. Either it deletes the job in the transaction that records them
 *            (`completeWithin`, then `forget`), or the consumer deletes it with others shortly afterwards (`complete`). A
 *            process that dies in between costs nothing: the process that leases the job next finds no work in it.
 * LOST       The heartbeat did not find the job, or `fetch` returned it again: its lease had expired. Its signal is
 *            aborted, its waiting items are dropped, and what is in flight must not be recorded as this lease's.
 */

/** A part of a job that takes one slot. */
export interface WorkItem<N extends JobName, W> {
  readonly lease: Lease<N>
  readonly accountId: string
  readonly work: W
  /** Memory that it holds while it is in flight. */
  readonly bytes: number
}

export interface JobConsumerOptions<N extends JobName, W> extends FetchLimits {
  queue: Queue
  name: N
  pool: pg.Pool
  /** Bytes that the items in flight may hold. */
  maxBytes?: number
  itemsIn: (job: LeasedJob<N>) => number
  /** The queue's singleton key of a job, with which it is requeued. */
  singletonKeyOf?: (data: JobData<N>) => string
  /** True while no work may begin: no jobs are fetched, and those that are here wait. */
  isPaused?: () => boolean
  /** False while nothing more may start, for want of memory say. */
  canAdmit?: () => boolean
  /** The worker has to `schedule`, `complete` or `forget` the lease. */
  onLeased: (lease: Lease<N>) => void
  onAdmitted: (item: WorkItem<N, W>) => void
  onLost?: (lease: Lease<N>) => void
  onError: (error: Error) => void
}

/** Long enough that one statement deletes many jobs, short enough that few leases are renewed for nothing. */
const completionDelayMs = 500
const maxCompletions = 1000

/** Leases the jobs of one queue, admits their work fairly between accounts, and completes or requeues them. */
export class JobConsumer<N extends JobName, W> {
  readonly #options: JobConsumerOptions<N, W>
  readonly #scheduler: FairScheduler<WorkItem<N, W>>
  readonly #leases: Leases<N>
  readonly #completions: Batcher<Lease<N>>
  readonly #fetchLoop: FetchLoop<N>
  #isClosed = false
  #onIdle: (() => void) | undefined

  constructor(options: JobConsumerOptions<N, W>) {
    const { queue, name, pool, onError } = options
    this.#options = options
    this.#scheduler = new FairScheduler(options)
    this.#leases = new Leases({ queue, name, onLost: (leases) => this.#drop(leases), onError })
    this.#completions = createBatcher<Lease<N>>({
      write: (leases) => queue.complete(pool, name, leases.map(jobOf)),
      onWritten: (_, leases) => leases.forEach((lease) => this.forget(lease)),
      // Once its heartbeat is missed, the process that leases it next completes it.
      onRejected: (lease) => this.forget(lease),
      onError,
      maxItems: maxCompletions,
      batchDelayMs: completionDelayMs,
    })
    this.#fetchLoop = new FetchLoop<N>({
      ...options,
      load: () => ({ inFlight: this.inFlight, waiting: this.waiting, unscheduled: this.#leases.unscheduled }),
      fullGroups: () => this.#leases.groupsWith(maxPerAccount(options.concurrency)),
      onFetched: (jobs) => this.accept(jobs),
    })
  }

  /** Items in flight. */
  get inFlight() {
    return this.#scheduler.inFlight
  }

  /** Items that have not started, of all leased jobs. */
  get waiting() {
    return this.#scheduler.waiting + this.#leases.unscheduled
  }

  start() {
    this.#fetchLoop.start()
    this.#leases.startHeartbeat()
  }

  /** Jobs have been sent. */
  wake() {
    this.admit()
    this.#fetchLoop.wake()
  }

  /** A job has been sent that becomes due after this time. */
  wakeWithin(seconds: number) {
    this.#fetchLoop.wakeWithin(seconds)
  }

  /** Takes over jobs that were fetched. */
  accept(jobs: readonly LeasedJob<N>[]) {
    for (const job of jobs) this.#options.onLeased(this.#leases.add(job, this.#options.itemsIn(job)))
  }

  /** False once the lease is lost, even if the job has come back since. */
  holds(lease: Lease<N>): boolean {
    return this.#leases.holds(lease)
  }

  /** Those of the leases that hold, here and in the queue; they cannot be lost before the transaction ends. */
  renewWithin(client: pg.PoolClient, leases: readonly Lease<N>[]): Promise<Lease<N>[]> {
    return this.#leases.renewWithin(client, leases)
  }

  /**
   * Makes work of a lease known, all at once or part by part. Nothing happens where it was lost meanwhile.
   * @param count - how many of the lease's work items this settles, with those that turned out to be none.
   */
  schedule(lease: Lease<N>, items: readonly Omit<WorkItem<N, W>, 'lease'>[], count = items.length) {
    if (!this.holds(lease)) return
    this.#leases.setScheduled(lease, count)
    for (const item of items) this.#scheduler.enqueue(item.accountId, { ...item, lease }, item.bytes)
    this.admit()
    this.#fetchLoop.wakeIfRoom()
  }

  /** Starts what may start: after `canAdmit` has changed. */
  admit() {
    if (this.#isClosed || this.#options.isPaused?.() || this.#options.canAdmit?.() === false) return
    for (const item of this.#scheduler.admit()) this.#options.onAdmitted(item)
  }

  /** Frees the slot of an item in flight. */
  release({ accountId, bytes }: WorkItem<N, W>) {
    this.#scheduler.release(accountId, bytes)
    this.admit()
    this.#fetchLoop.wakeIfRoom()
    if (this.inFlight === 0) this.#onIdle?.()
  }

  /** Deletes the job, together with others. Its lease is renewed until then. */
  complete(lease: Lease<N>) {
    if (this.holds(lease)) this.#completions.add(lease)
  }

  /** Deletes the jobs in the caller's transaction; `forget` them once it is committed. */
  async completeWithin(client: pg.PoolClient, leases: readonly Lease<N>[]): Promise<void> {
    await this.#options.queue.complete(client, this.#options.name, leases.map(jobOf))
  }

  /** Renews the lease no longer: its job is completed, or goes to the process that misses its heartbeat. */
  forget(lease: Lease<N>) {
    if (!this.holds(lease)) return
    this.#leases.remove(lease)
    this.#fetchLoop.wakeIfRoom()
  }

  /** Fetches and starts nothing more. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#fetchLoop.stop()
    this.#scheduler.remove(() => true)
  }

  /** Resolves when nothing is in flight, or after this time. */
  async idle(withinMs: number): Promise<void> {
    if (this.inFlight === 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#onIdle = resolve
    const timeout = setTimeout(resolve, withinMs)
    await promise
    clearTimeout(timeout)
  }

  abortAll() {
    this.#leases.abortAll()
  }

  /**
   * Gives the jobs that are not completed to other processes. New jobs replace them, since a stop is no failure that
   * counts against a job.
   * @param remainingData - what is left to be done of a lease, null where nothing is.
   * @param alongside - is committed with it.
   */
  async requeue(
    remainingData: (lease: Lease<N>) => JobData<N> | null,
    alongside?: (client: pg.PoolClient) => Promise<void>,
  ): Promise<void> {
    const { pool, queue, name, singletonKeyOf } = this.#options
    await this.#leases.stopHeartbeat()
    this.#completions.drop()
    await this.#completions.idle()
    const leases = this.#leases.all
    let requeued = 0
    if (leases.length > 0 || alongside)
      await inTransaction(pool, async (client) => {
        await alongside?.(client)
        // The others are leased by another process already.
        const kept = await this.renewWithin(client, leases)
        const remaining = kept.flatMap((lease) => {
          const data = remainingData(lease)
          return data === null ? [] : [{ data, group: lease.job.group }]
        })
        const options = remaining.map(({ data, group }) => ({
          ...(singletonKeyOf && { singletonKey: singletonKeyOf(data) }),
          ...(group !== null && { group }),
        }))
        await this.completeWithin(client, kept)
        await queue.send(
          client,
          name,
          remaining.map(({ data }) => data),
          options,
        )
        requeued = remaining.length
      })
    if (requeued > 0) queue.announce(name)
    for (const lease of leases) this.forget(lease)
  }

  /** The waiting items of lost leases never start. */
  #drop(leases: readonly Lease<N>[]) {
    for (const lease of leases) this.#options.onLost?.(lease)
    this.#scheduler.remove(({ lease }) => !this.holds(lease))
    this.#fetchLoop.wakeIfRoom()
  }
}
