import { inTransaction } from '@knockwire/db/transaction'
import type { NotificationType } from '@knockwire/domain/notifications/deliveries/delivery'
import type { InstanceWithLimits } from '@knockwire/domain/instance/limits'
import { type Batcher, createBatcher, oldestPendingSince, type PendingWork } from '@knockwire/queue/batcher'
import { JobConsumer } from '@knockwire/queue/job-consumer'
import type { Queue } from '@knockwire/queue/queue'
import { type DeliveryQueue, deliveryQueueOf, sendDeliveries } from '@knockwire/services/deliveries/delivery-jobs'
import { failSql } from '@knockwire/services/deliveries/delivery-sql'
import type pg from 'pg'
import type { Logger } from 'pino'
import { type Message, retry, type SendOutcome } from '@knockwire/services/channels/channel'
import { attemptLogFields, type Subject, subjectLogIds } from '../log-ids.ts'
import { type AttemptInFlight, AttemptsInFlight } from './attempts-in-flight.ts'
import { type DeliveryItem, deliveryIdOf, pairUp } from './delivery-item.ts'
import { deferOvertaking } from './defer-overtaking.ts'
import type { SubjectTools } from './message/load-subjects.ts'
import { type OpenAttempt, openAttempts } from './begin/open-attempts.ts'
import { type EndedAttempt, recordOutcomes } from './outcome/record-outcomes.ts'
import type { RetryRules } from './outcome/retry-waits.ts'

export interface DeliveryWorkerOptions extends SubjectTools, InstanceWithLimits {
  /** Its accounts count as confirmed. */
  isEmbedded: boolean
  type: NotificationType
  /** Messages in flight at once. */
  concurrency: number
  send: (message: Message) => Promise<SendOutcome>
  pool: pg.Pool
  queue: Queue
  retries: RetryRules
  now: () => number
  log: Logger
  /** True while nothing may be sent. */
  isPaused?: () => boolean
  onEnded: (ended: readonly MadeAttempt[]) => void
  onError: (error: Error) => void
}

/** Rows that are read at once; each may bring a body of 1 MiB with it. */
const maxBegins = 10
const maxOutcomes = 200
/** Channels have their own timeouts that are well below. */
const sendTimeoutMs = 90_000
/** Jobs leased for each slot, so that those of one account do not keep the others from being fetched. */
const waitingPerSlot = 10
/** A fetch costs much more than a leased job. */
const minFetch = 20
const pollMs = 2000

const internalErrorMessage = 'An error on this server kept it from being sent.'

export interface MadeAttempt extends EndedAttempt {
  inFlight: AttemptInFlight
  /** When it was begun to be sent, and when that had ended, in milliseconds of the monotonic clock. */
  startedAt: number
  endedAt: number
  /** The provider's message is left out, since the outcome could not be recorded with it. */
  isPlain?: true
}

/** What is to be done with each item of a batch; an item in none of the maps is done. */
interface Begun {
  toMake: ReadonlyMap<DeliveryItem, OpenAttempt>
  toJoin: ReadonlyMap<DeliveryItem, AttemptInFlight>
  /** In how many seconds those that wait are due. */
  waitingSeconds: readonly number[]
}

interface Recorded {
  items: readonly DeliveryItem[]
  /** In how many seconds the next attempts are made. */
  retrySeconds: readonly number[]
}

/** Begins, makes and records the attempts of one channel's deliveries. No channel keeps another one waiting. */
export class DeliveryWorker implements PendingWork {
  readonly #options: DeliveryWorkerOptions
  readonly #consumer: JobConsumer<DeliveryQueue, null>
  readonly #begins: Batcher<DeliveryItem>
  readonly #outcomes: Batcher<MadeAttempt>
  readonly #inFlight = new AttemptsInFlight()
  #isStopped = false

  constructor(options: DeliveryWorkerOptions) {
    const { type, concurrency, queue, pool, onError } = options
    this.#options = options
    this.#begins = createBatcher<DeliveryItem, Begun>({
      write: (items) => inTransaction(pool, (client) => this.#begin(client, items)),
      onWritten: (begun, items) => this.#onBegun(begun, items),
      onRejected: (item, error) => void this.#fail(item, error),
      onError,
      maxItems: maxBegins,
    })
    this.#outcomes = createBatcher<MadeAttempt, Recorded>({
      write: (ended) => this.#record(ended),
      onWritten: (recorded, ended) => this.#onRecorded(recorded, ended),
      onRejected: (ended, error) => this.#rejectOutcome(ended, error),
      onError,
      maxItems: maxOutcomes,
    })
    this.#consumer = new JobConsumer<DeliveryQueue, null>({
      queue,
      name: deliveryQueueOf[type],
      pool,
      concurrency,
      maxWaiting: waitingPerSlot * concurrency,
      itemsPerJob: 1,
      minFetch,
      pollMs,
      itemsIn: () => 1,
      ...(options.isPaused && { isPaused: options.isPaused }),
      singletonKeyOf: ({ deliveryId }) => deliveryId,
      onLeased: (lease) => this.#consumer.schedule(lease, [{ accountId: lease.job.group ?? '', work: null, bytes: 0 }]),
      onAdmitted: (item) => this.#begins.add(item),
      onError,
    })
    this.#consumer.start()
  }

  /** When the oldest item that waits for the database was added; null without one. */
  get pendingSince(): number | null {
    return oldestPendingSince([this.#begins, this.#outcomes])
  }

  /** Deliveries have been queued. */
  wake() {
    this.#consumer.wake()
  }

  /** Takes no more, gives what is in flight so long to end, and requeues the rest. */
  async stop(drainMs: number) {
    await this.#consumer.close()
    await this.#consumer.idle(drainMs)
    this.#isStopped = true
    this.#begins.drop()
    await Promise.all([this.#begins.idle(), this.#outcomes.idle()])
    await this.#consumer.requeue(({ job }) => job.data)
  }

  async #begin(client: pg.PoolClient, items: readonly DeliveryItem[]): Promise<Begun> {
    // A job whose lease was lost while it waited is another process's to send.
    const leases = new Set(
      await this.#consumer.renewWithin(
        client,
        items.map(({ lease }) => lease),
      ),
    )
    const leased = items.filter(({ lease }) => leases.has(lease))
    const toJoin = await this.#inFlight.findToJoin(client, leased)
    const free = leased.filter((item) => !toJoin.has(item))
    const deferredSeconds = await deferOvertaking(client, this.#options, free)
    const toBegin = free.filter((item) => !deferredSeconds.has(item))
    const { open, waiting } = await openAttempts(client, toBegin.map(deliveryIdOf), this.#tools())
    const toMake = pairUp(toBegin, open)
    const done = toBegin.filter((item) => !toMake.has(item))
    await this.#consumer.completeWithin(
      client,
      done.map(({ lease }) => lease),
    )
    // A delivery has one job at a time: a second one would be dropped.
    await sendDeliveries(this.#options.queue, client, waiting)
    const waitingSeconds = [...deferredSeconds.values(), ...waiting.map(({ startAfterSeconds }) => startAfterSeconds)]
    return { toMake, toJoin, waitingSeconds }
  }

  #onBegun({ toMake, toJoin, waitingSeconds }: Begun, items: readonly DeliveryItem[]) {
    for (const seconds of waitingSeconds) this.#consumer.wakeWithin(seconds)
    for (const item of items) {
      const [open, inFlight] = [toMake.get(item), toJoin.get(item)]
      if (open) void this.#make(item, open)
      else if (inFlight) this.#join(item, inFlight)
      else this.#end(item)
    }
  }

  #join(item: DeliveryItem, inFlight: AttemptInFlight) {
    if (!this.#inFlight.join(item, inFlight)) this.#begins.add(item)
  }

  async #make(item: DeliveryItem, { attempt, message }: OpenAttempt) {
    const inFlight = this.#inFlight.begin(item, attempt)
    const startedAt = performance.now()
    const sent = withTimeout(this.#options.send(message), sendTimeoutMs)
    const outcome = await sent.catch((error: unknown) => {
      this.#logError(item, error, 'delivery attempt failed unexpectedly', attempt)
      return retry(internalErrorMessage)
    })
    // Once stopped, the job is requeued, and the process that leases it tries again.
    const times = { startedAt, endedAt: performance.now() }
    if (!this.#isStopped) this.#outcomes.add({ inFlight, attempt, outcome, isMade: true, ...times })
  }

  async #record(ended: readonly MadeAttempt[]): Promise<Recorded> {
    const items = ended.flatMap(({ inFlight }) => inFlight.items)
    const retrySeconds = await inTransaction(this.#options.pool, async (client) => {
      // First, since a delivery has one job at a time.
      await this.#consumer.completeWithin(
        client,
        items.map(({ lease }) => lease),
      )
      return recordOutcomes(client, ended, this.#tools())
    })
    return { items, retrySeconds }
  }

  #onRecorded({ items, retrySeconds }: Recorded, ended: readonly MadeAttempt[]) {
    for (const seconds of retrySeconds) this.#consumer.wakeWithin(seconds)
    for (const item of items) this.#end(item)
    for (const { inFlight } of ended) this.#endAttempt(inFlight, items)
    for (const one of ended) this.#logEnded(one)
    this.#options.onEnded(ended)
  }

  #endAttempt(inFlight: AttemptInFlight, ended: readonly DeliveryItem[]) {
    for (const item of this.#inFlight.end(inFlight, ended)) this.#begins.add(item)
  }

  #end(item: DeliveryItem) {
    this.#consumer.forget(item.lease)
    this.#consumer.release(item)
  }

  /** Records that the delivery failed. Where not even that can be recorded, it is retried once its heartbeat is missed. */
  async #fail(item: DeliveryItem, error: Error) {
    const fail = async (client: pg.PoolClient) => {
      const leased = await this.#consumer.renewWithin(client, [item.lease])
      if (leased.length === 0) return undefined
      const { rows } = await client.query<Subject>(failSql, [[deliveryIdOf(item)], internalErrorMessage])
      await this.#consumer.completeWithin(client, leased)
      return rows[0]
    }
    const subject = await inTransaction(this.#options.pool, fail).catch(this.#options.onError)
    this.#logError(item, error, 'delivery cannot be begun', subject ?? undefined)
    this.#end(item)
  }

  /** Tries once more without the provider's message. The attempt itself may have been sent, so it is not made again. */
  #rejectOutcome(ended: MadeAttempt, error: Error) {
    const { inFlight, outcome } = ended
    const { items } = inFlight
    for (const item of items) this.#logError(item, error, 'delivery outcome cannot be recorded', inFlight.attempt)
    if (!ended.isPlain) return this.#outcomes.add({ ...ended, outcome: withoutMessage(outcome), isPlain: true })
    for (const item of items) this.#end(item)
    this.#endAttempt(inFlight, items)
  }

  /** @param subject - missing where it is not known yet. */
  #logError({ lease }: DeliveryItem, error: unknown, event: string, subject?: Subject) {
    const { type, log } = this.#options
    const { data, group } = lease.job
    const ids = { deliveryId: data.deliveryId, accountId: group, ...(subject && subjectLogIds(subject)) }
    log.error({ ...ids, channel: type, err: error }, event)
  }

  #logEnded({ attempt, outcome }: MadeAttempt) {
    const code = outcome.kind === 'retry' && outcome.code !== undefined ? { code: outcome.code } : {}
    const line = { ...attemptLogFields(attempt), outcome: outcome.kind, ...code }
    if (outcome.kind === 'delivered') this.#options.log.debug(line, 'delivered')
    // Without the reason, which may name people: the delivery's history and the operator's overview have it.
    else this.#options.log.info(line, 'delivery attempt failed')
  }

  #tools() {
    return { ...this.#options, nowMs: this.#options.now() }
  }
}

const withoutMessage = ({ kind }: EndedAttempt['outcome']): SendOutcome =>
  kind === 'delivered' ? { kind } : { kind: 'failed', reason: internalErrorMessage }

const withTimeout = async <T>(promise: Promise<T>, ms: number): Promise<T> => {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timeout = setTimeout(() => reject(new Error(`Sending took longer than ${ms} ms.`)), ms)
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timeout)
  }
}
