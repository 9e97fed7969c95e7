import type { NotificationType } from '@knockwire/domain/notifications/delivery'
import type { Queue } from '@knockwire/queue/queue'
import { deliveryQueueOf } from '@knockwire/queue/send-deliveries'
import type pg from 'pg'
import type { Logger } from 'pino'
import { createGroupWriter, type GroupWriter } from '../../run/group-writer.ts'
import { inTransaction } from '../../transaction.ts'
import { type Message, retry, type SendOutcome } from '../channel.ts'
import { DeliveryDesk, type DeliveryJob } from './jobs/delivery-desk.ts'
import { handBack } from './jobs/hand-back.ts'
import { holdBack } from './jobs/hold-back.ts'
import type { SubjectTools } from './load-subjects.ts'
import { type OpenAttempt, openAttempts } from './open-attempts.ts'
import { type Ended, recordOutcomes } from './record-outcomes.ts'
import type { RetryRules } from './retry-waits.ts'
import { stillNewest, type UnderWay } from './jobs/under-way.ts'

export interface CourierOptions extends SubjectTools {
  type: NotificationType
  /** Messages under way at once. */
  concurrency: number
  send: (message: Message) => Promise<SendOutcome>
  pool: pg.Pool
  queue: Queue
  retries: RetryRules
  now: () => number
  log: Logger
  onEnded: (ended: readonly Ended[]) => void
  onError: (error: Error) => void
}

/** Rows read at once; each may bring a body of 1 MiB with it. */
const openedAtOnce = 10
const recordedAtOnce = 200
/** Channels give up by themselves well before. */
const sendDeadlineMs = 90_000

interface EndedAttempt extends Ended {
  underWay: UnderWay
}

/** A channel's worker: begins, makes and records the attempts of its deliveries. What happens to one channel keeps no other waiting. */
export class Courier {
  readonly #options: CourierOptions
  readonly #desk: DeliveryDesk
  readonly #opens: GroupWriter<DeliveryJob>
  readonly #outcomes: GroupWriter<EndedAttempt>
  /** By their deliveries. */
  readonly #underWay = new Map<string, UnderWay>()
  #isStopped = false

  constructor(options: CourierOptions) {
    const { type, concurrency, queue, onError } = options
    this.#options = options
    this.#opens = createGroupWriter({
      write: (jobs) => this.#open(jobs),
      onRefused: (job, error) => this.#refuse(job, error),
      onError,
      maxItems: openedAtOnce,
    })
    this.#outcomes = createGroupWriter({
      write: (ended) => this.#record(ended),
      onRefused: ({ underWay }, error) => this.#refuseOutcome(underWay, error),
      onError,
      maxItems: recordedAtOnce,
    })
    const onAdmitted = (job: DeliveryJob) => this.#opens.add(job)
    this.#desk = new DeliveryDesk({ name: deliveryQueueOf[type], queue, concurrency, onAdmitted, onError })
  }

  /** Deliveries have been queued. */
  wake() {
    this.#desk.wake()
  }

  /** Takes no more, lets what is under way end for so long, and gives the rest back. */
  async stop(drainMs: number) {
    const { pool, queue, type } = this.#options
    const left = await this.#desk.close(drainMs)
    this.#isStopped = true
    this.#opens.drop()
    await Promise.all([this.#opens.idle(), this.#outcomes.idle()])
    await handBack({ pool, queue, type }, left)
  }

  async #open(jobs: readonly DeliveryJob[]) {
    const { toMake, toJoin, waits } = await inTransaction(this.#options.pool, (client) => this.#begin(client, jobs))
    for (const seconds of waits.values()) this.#desk.expectIn(seconds)
    for (const job of jobs) {
      const [opened, underWay] = [toMake.get(job), toJoin.get(job)]
      if (opened) void this.#make(job, opened)
      else if (underWay) this.#join(job, underWay)
      else this.#desk.end(job)
    }
  }

  async #begin(client: pg.PoolClient, jobs: readonly DeliveryJob[]) {
    const { queue, type } = this.#options
    const name = deliveryQueueOf[type]
    // What was taken away while it waited is another's to send.
    const kept = await queue.keep(name, jobs, client)
    const ours = jobs.filter((job) => kept.has(job.id) && this.#desk.holds(job))
    const toJoin = await this.#joining(client, ours)
    const free = ours.filter((job) => !toJoin.has(job))
    const waits = await holdBack(client, this.#options, free)
    const toBegin = free.filter((job) => !waits.has(job))
    const deliveryIds = toBegin.map(({ data }) => data.deliveryId)
    const toMake = pairUp(toBegin, await openAttempts(client, deliveryIds, this.#tools()))
    const others = toBegin.filter((job) => !toMake.has(job))
    await queue.finish(client, name, others)
    return { toMake, toJoin, waits }
  }

  /** Those whose attempt this process is making already, since before they were taken from it and came back. */
  async #joining(client: pg.PoolClient, jobs: readonly DeliveryJob[]): Promise<Map<DeliveryJob, UnderWay>> {
    const found = jobs.flatMap((job) => {
      const underWay = this.#underWay.get(job.data.deliveryId)
      return underWay ? [{ job, underWay }] : []
    })
    const newest = await stillNewest(
      client,
      found.map(({ underWay }) => underWay),
    )
    return new Map(
      found.flatMap(({ job, underWay }) => (newest.has(job.data.deliveryId) ? [[job, underWay] as const] : [])),
    )
  }

  #join(job: DeliveryJob, underWay: UnderWay) {
    // Where that has ended meanwhile, what became of it is looked up.
    if (this.#underWay.get(job.data.deliveryId) === underWay) underWay.jobs.push(job)
    else this.#opens.add(job)
  }

  async #make(job: DeliveryJob, { attempt, message }: OpenAttempt) {
    const underWay = { attempt, jobs: [job] }
    this.#underWay.set(attempt.deliveryId, underWay)
    const sent = withDeadline(this.#options.send(message), sendDeadlineMs)
    const outcome = await sent.catch((error: unknown) => {
      this.#options.log.error({ deliveryId: attempt.deliveryId, err: error }, 'delivery failed by our fault')
      return retry('A fault on this server kept it from being sent.')
    })
    // The job has been given back by then, and whoever has it tries again.
    if (!this.#isStopped) this.#outcomes.add({ underWay, attempt, outcome, isMade: true })
  }

  async #record(ended: readonly EndedAttempt[]) {
    const { pool, queue, type, onEnded } = this.#options
    const jobs = ended.flatMap(({ underWay }) => underWay.jobs)
    const waits = await inTransaction(pool, async (client) => {
      // First, since a delivery has one job at a time.
      await queue.finish(client, deliveryQueueOf[type], jobs)
      return recordOutcomes(client, ended, this.#tools())
    })
    for (const seconds of waits) this.#desk.expectIn(seconds)
    onEnded(ended)
    for (const job of jobs) this.#desk.end(job)
    for (const { underWay } of ended) this.#forget(underWay, jobs)
  }

  #forget(underWay: UnderWay, ended: readonly DeliveryJob[]) {
    const { deliveryId } = underWay.attempt
    if (this.#underWay.get(deliveryId) === underWay) this.#underWay.delete(deliveryId)
    for (const job of underWay.jobs) if (!ended.includes(job)) this.#opens.add(job)
  }

  /** It is held no longer, and tried again once its heartbeat is missed. */
  #refuse(job: DeliveryJob, error: Error) {
    this.#options.log.error({ deliveryId: job.data.deliveryId, err: error }, 'delivery cannot be worked on')
    this.#desk.end(job)
  }

  #refuseOutcome(underWay: UnderWay, error: Error) {
    const { jobs } = underWay
    for (const job of jobs) this.#refuse(job, error)
    this.#forget(underWay, jobs)
  }

  #tools() {
    return { ...this.#options, nowMs: this.#options.now() }
  }
}

const withDeadline = async <T>(promise: Promise<T>, ms: number): Promise<T> => {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`Sending took longer than ${ms} ms.`)), ms)
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

/** An attempt is made for one job alone, should two be there for one delivery. */
const pairUp = (jobs: readonly DeliveryJob[], opened: readonly OpenAttempt[]): Map<DeliveryJob, OpenAttempt> => {
  const jobOf = new Map(jobs.map((job) => [job.data.deliveryId, job]))
  return new Map(
    opened.flatMap((one): [DeliveryJob, OpenAttempt][] => {
      const job = jobOf.get(one.attempt.deliveryId)
      return job ? [[job, one]] : []
    }),
  )
}
