import type { JobName } from '@knockwire/domain/jobs'
import type pg from 'pg'
import type { LeasedJob, Queue } from './queue.ts'
import { heartbeatSecondsOf } from './queues.ts'
import { repeat, type RepeatingTask } from './wakeable-timer.ts'

/** A job while this process has it. A job that comes back after it was lost has a new lease. */
export interface Lease<N extends JobName> {
  readonly job: LeasedJob<N>
  /** Aborted when the lease is lost, and when the process stops. */
  readonly signal: AbortSignal
}

interface StoredLease<N extends JobName> extends Lease<N> {
  controller: AbortController
  /** Items that are not scheduled yet. */
  unscheduled: number
}

export interface LeasesOptions<N extends JobName> {
  queue: Pick<Queue, 'renew'>
  name: N
  /** The leases do not hold any more, and their signals are aborted. */
  onLost: (leases: readonly Lease<N>[]) => void
  onError: (error: Error) => void
}

const heartbeatRetryMs = 250

/** The leases of this process on the jobs of one queue, renewed by a heartbeat until they are removed or lost. */
export class Leases<N extends JobName> {
  readonly #options: LeasesOptions<N>
  readonly #leases = new Map<string, StoredLease<N>>()
  #heartbeat: RepeatingTask | null = null
  #unscheduled = 0

  constructor(options: LeasesOptions<N>) {
    this.#options = options
  }

  get all(): Lease<N>[] {
    return [...this.#leases.values()]
  }

  /** Work items of all leases that are not scheduled yet. */
  get unscheduled() {
    return this.#unscheduled
  }

  startHeartbeat() {
    const everyMs = (heartbeatSecondsOf(this.#options.name) * 1000) / 3
    this.#heartbeat = repeat(everyMs, () => this.#renewAll(everyMs))
  }

  async stopHeartbeat(): Promise<void> {
    await this.#heartbeat?.stop()
  }

  /** A lease on a job that was fetched. One that this process still had on it has expired, and is lost. */
  add(job: LeasedJob<N>, items: number): Lease<N> {
    const expired = this.#leases.get(job.id)
    if (expired) this.#lose([expired])
    const controller = new AbortController()
    const lease = { job, controller, signal: controller.signal, unscheduled: items }
    this.#leases.set(job.id, lease)
    this.#unscheduled += items
    return lease
  }

  /** False once the lease is lost, even if the job has come back since. */
  holds(lease: Lease<N>): boolean {
    return this.#leases.get(lease.job.id) === lease
  }

  /** Counts work items of a lease as scheduled; all that are left unless said otherwise. */
  setScheduled(lease: Lease<N>, count = Infinity) {
    const stored = this.#leases.get(lease.job.id)
    if (!stored) return
    const scheduled = Math.min(count, stored.unscheduled)
    this.#unscheduled -= scheduled
    stored.unscheduled -= scheduled
  }

  /** Renews the lease no longer. */
  remove(lease: Lease<N>) {
    this.setScheduled(lease)
    this.#leases.delete(lease.job.id)
  }

  /** Those of the leases that hold, here and in the queue; they cannot be lost before the transaction ends. */
  async renewWithin(client: pg.ClientBase, leases: readonly Lease<N>[]): Promise<Lease<N>[]> {
    const { queue, name } = this.#options
    const renewed = await queue.renew(name, leases.map(jobOf), client)
    return leases.filter((lease) => renewed.has(lease.job.id) && this.holds(lease))
  }

  /** Groups of which at least so many jobs are leased. */
  groupsWith(count: number): string[] {
    const counts = new Map<string, number>()
    for (const { job } of this.#leases.values())
      if (job.group !== null) counts.set(job.group, (counts.get(job.group) ?? 0) + 1)
    return [...counts].flatMap(([group, leased]) => (leased >= count ? [group] : []))
  }

  abortAll() {
    for (const { controller } of this.#leases.values()) controller.abort()
  }

  async #renewAll(everyMs: number): Promise<number> {
    const { queue, name, onError } = this.#options
    try {
      const leases = [...this.#leases.values()]
      const renewed = await queue.renew(name, leases.map(jobOf))
      this.#lose(leases.filter((lease) => !renewed.has(lease.job.id) && this.holds(lease)))
      return everyMs
    } catch (error) {
      onError(error as Error)
      return heartbeatRetryMs
    }
  }

  #lose(leases: readonly StoredLease<N>[]) {
    if (leases.length === 0) return
    for (const lease of leases) {
      this.remove(lease)
      lease.controller.abort()
    }
    this.#options.onLost(leases)
  }
}

export const jobOf = <N extends JobName>({ job }: Lease<N>): LeasedJob<N> => job
