import type { NotificationType } from '@knockwire/domain/notifications/delivery'
import type { Queue } from '@knockwire/queue/queue'
import { deliveryQueueOf } from '@knockwire/services/deliveries/delivery-jobs'
import type pg from 'pg'
import type { Logger } from 'pino'
import { createBatcher, type Batcher, oldestPendingSince } from '@knockwire/queue/batcher'
import { inTransaction } from '@knockwire/db/transaction'
import { type Message, retry, type SendOutcome } from '../channel.ts'
import { failDelivery, faultReason } from './fail-delivery.ts'
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
  /** What the provider said is left out, since it could not be recorded. */
  isPlain?: true
}

/** What is to be done with each of a group's jobs. */
interface Begun {
  toMake: ReadonlyMap<DeliveryJob, OpenAttempt>
  toJoin: ReadonlyMap<DeliveryJob, UnderWay>
  waits: ReadonlyMap<DeliveryJob, number>
}

/** A channel's worker: begins, makes and records the attempts of its deliveries. What happens to one channel keeps no other waiting. */
export class Courier {
  readonly #options: CourierOptions
  readonly #desk: DeliveryDesk
  readonly #opens: Batcher<DeliveryJob>
  readonly #outcomes: Batcher<EndedAttempt>
  /** By their deliveries. */
  readonly #underWay = new Map<string, UnderWay>()
  #isStopped = false

  constructor(options: CourierOptions) {
    const { type, concurrency, queue, pool, onError } = options
    this.#options = options
    this.#opens = createBatcher<DeliveryJob, Begun>({
      write: (jobs) => inTransaction(pool, (client) => this.#begin(client, jobs)),
      onWritten: (begun, jobs) => this.#onBegun(begun, jobs),
      onRejected: (job, error) => void this.#fail(job, error),
      onError,
      maxItems: openedAtOnce,
    })
    this.#outcomes = createBatcher<EndedAttempt, Recorded>({
      write: (ended) => this.#record(ended),
      onWritten: (recorded, ended) => this.#onRecorded(recorded, ended),
      onRejected: (ended, error) => this.#refuseOutcome(ended, error),
      onError,
      maxItems: recordedAtOnce,
    })
    const onAdmitted = (job: DeliveryJob) => this.#opens.add(job)
    this.#desk = new DeliveryDesk({ name: deliveryQueueOf[type], queue, concurrency, onAdmitted, onError })
  }

  /** When the oldest came that waits for the database, or is being written to it; null where nothing does. */
  get pendingSince(): number | null {
    return oldestPendingSince([this.#opens, this.#outcomes])
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

  #onBegun({ toMake, toJoin, waits }: Begun, jobs: readonly DeliveryJob[]) {
    for (const seconds of waits.values()) this.#desk.expectIn(seconds)
    for (const job of jobs) {
      const [opened, underWay] = [toMake.get(job), toJoin.get(job)]
      if (opened) void this.#make(job, opened)
      else if (underWay) this.#join(job, underWay)
      else this.#desk.end(job)
    }
  }

  async #begin(client: pg.PoolClient, jobs: readonly DeliveryJob[]): Promise<Begun> {
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
      return retry(faultReason)
    })
    // The job has been given back by then, and whoever has it tries again.
    if (!this.#isStopped) this.#outcomes.add({ underWay, attempt, outcome, isMade: true })
  }

  async #record(ended: readonly EndedAttempt[]): Promise<Recorded> {
    const { pool, queue, type } = this.#options
    const jobs = ended.flatMap(({ underWay }) => underWay.jobs)
    const waits = await inTransaction(pool, async (client) => {
      // First, since a delivery has one job at a time.
      await queue.finish(client, deliveryQueueOf[type], jobs)
      return recordOutcomes(client, ended, this.#tools())
    })
    return { jobs, waits }
  }

  #onRecorded({ jobs, waits }: Recorded, ended: readonly EndedAttempt[]) {
    for (const seconds of waits) this.#desk.expectIn(seconds)
    for (const job of jobs) this.#desk.end(job)
    for (const { underWay } of ended) this.#forget(underWay, jobs)
    this.#options.onEnded(ended)
  }

  #forget(underWay: UnderWay, ended: readonly DeliveryJob[]) {
    const { deliveryId } = underWay.attempt
    if (this.#underWay.get(deliveryId) === underWay) this.#underWay.delete(deliveryId)
    for (const job of underWay.jobs) if (!ended.includes(job)) this.#opens.add(job)
  }

  /** Where not even that can be recorded, it is held no longer, and tried again once its heartbeat is missed. */
  async #fail(job: DeliveryJob, error: Error) {
    this.#logFault(job, error, 'delivery cannot be begun')
    await failDelivery(this.#options, job).catch(this.#options.onError)
    this.#desk.end(job)
  }

  /** Once more without what the provider said. It was sent perhaps, so the attempt itself is not made again. */
  #refuseOutcome(ended: EndedAttempt, error: Error) {
    const { underWay, outcome } = ended
    const { jobs } = underWay
    for (const job of jobs) this.#logFault(job, error, 'delivery outcome cannot be recorded')
    if (!ended.isPlain) return this.#outcomes.add({ ...ended, outcome: plainOf(outcome), isPlain: true })
    for (const job of jobs) this.#desk.end(job)
    this.#forget(underWay, jobs)
  }

  #logFault({ data, group }: DeliveryJob, error: Error, event: string) {
    const { type, log } = this.#options
    log.error({ deliveryId: data.deliveryId, accountId: group, channel: type, err: error }, event)
  }

  #tools() {
    return { ...this.#options, nowMs: this.#options.now() }
  }
}

interface Recorded {
  jobs: readonly DeliveryJob[]
  /** In how many seconds the next attempts are made. */
  waits: readonly number[]
}

const plainOf = ({ kind }: Ended['outcome']): SendOutcome =>
  kind === 'delivered' ? { kind } : { kind: 'failed', reason: faultReason }

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
