import type { DatabaseHandle } from '@knockwire/db/client'
import type { InstanceWithLimits } from '@knockwire/domain/instance/limits'
import { isIdempotent } from '@knockwire/domain/requests/request-rules'
import { type Batcher, createBatcher, oldestPendingSince, type PendingWork } from '@knockwire/queue/batcher'
import { JobConsumer } from '@knockwire/queue/job-consumer'
import type { LeasedJob, Queue } from '@knockwire/queue/queue'
import { callTarget, type CallTools } from './call/call-target.ts'
import type { DispatchCache } from './start/dispatch-cache.ts'
import type { RunResult, StartedRun, Run } from './run.ts'
import { createKnownRequests } from './call/known-requests.ts'
import { OpenExecutions, type RunLease } from './open-executions.ts'
import { abortMs, pollMs, startAheadMs } from './pacing.ts'
import type { NetworkWatch } from '../outage/network-watch.ts'
import type { RunConditions } from '../conditions/run-conditions.ts'
import { type AcceptedResult, acceptedOf, awaitCompletions } from './complete/await-completion.ts'
import { ResultRecorder } from './record/result-recorder.ts'
import { type RunItem, RunStarter } from './start/run-starter.ts'
import { type AbortedRun, loadExecutions, requeueAborted } from './start/start-executions.ts'
import { timerDelay } from './start/timer-delay.ts'
import { Upcoming } from './start/upcoming.ts'
import type { RecordedResult } from './record/write-results.ts'

export interface RunWorkerOptions extends Omit<CallTools, 'requests'>, InstanceWithLimits {
  database: DatabaseHandle
  queue: Queue
  dispatchCache: DispatchCache
  /** Calls in flight at once. */
  concurrency: number
  conditions: RunConditions
  /** True while no call may begin. */
  isPaused?: () => boolean
  network: NetworkWatch
  /** A call begins, so long after its time. */
  onStarted: (execution: StartedRun, lagMs: number) => void
  /** A call has ended, or it is known that none is made. */
  onCalled?: (execution: StartedRun, result: RunResult) => void
  onRecorded: (recorded: readonly RecordedResult[]) => void
  /** So many tasks were deactivated for their failures. */
  onDeactivated: (tasks: number) => void
  onError: (error: Error) => void
}

/** Bytes of requests of the calls in flight. */
const maxRequestBytes = 48 * 1024 * 1024
/**
 * A request as its row was received, as text, parsed, and as the bytes that are sent. Text and what is parsed of it take
 * two bytes a character where one character is not of Latin-1.
 */
const copiesOfRequest = 6
/** A few hundred bytes each: enough to find an account that may run behind twenty others at their quota. */
const maxWaiting = 10_000
/** What dispatch puts into one job. */
const executionsPerJob = 50

/** A job, and those of its executions that dispatch has only just queued: they need not be looked up. */
interface JobToLoad {
  lease: RunLease
  cached: readonly Run[]
}

/** Loads, starts, calls and records the executions of the run jobs that it leases, each step in its own batches. */
export class RunWorker implements PendingWork {
  readonly #options: RunWorkerOptions
  readonly #consumer: JobConsumer<'run', Run>
  readonly #open = new OpenExecutions()
  /** Those whose time is not near yet. */
  readonly #upcoming = new Upcoming<RunItem>((items) => this.#schedule(items))
  readonly #loads: Batcher<JobToLoad>
  readonly #starter: RunStarter
  readonly #results: ResultRecorder
  /** Those that end later, by their completion. */
  readonly #accepted: Batcher<AcceptedResult>
  readonly #requests = createKnownRequests()
  /** Calls that were aborted at a stop and may be made again. */
  readonly #aborted: AbortedRun[] = []
  #isStopping = false

  constructor(options: RunWorkerOptions) {
    const { queue, database, concurrency, onError } = options
    this.#options = options
    this.#consumer = new JobConsumer({
      queue,
      name: 'run',
      pool: database.pool,
      concurrency,
      maxBytes: maxRequestBytes,
      maxWaiting,
      itemsPerJob: executionsPerJob,
      minFetch: 1,
      pollMs,
      itemsIn: ({ data }) => data.executionIds.length,
      ...(options.isPaused && { isPaused: options.isPaused }),
      canAdmit: () => !this.#results.isFull,
      onLeased: (lease) => this.#onLeased(lease),
      onAdmitted: (item) => this.#starter.add(item),
      onLost: (lease) => this.#open.remove(lease),
      onError,
    })
    this.#loads = createBatcher<JobToLoad, Run[]>({
      write: (jobs) =>
        loadExecutions(
          database.pool,
          jobs.flatMap((job) => this.#uncachedOf(job)),
          options.clock,
        ),
      onWritten: (loaded, jobs) => this.#onLoaded(loaded, jobs),
      onRejected: (job, error) => this.#rejectLoad(job, error),
      onError,
      maxItems: 20,
    })
    this.#starter = new RunStarter({
      ...options,
      pool: database.pool,
      consumer: this.#consumer,
      onStarted: (item, execution) => this.#callAtItsTime(item, execution),
      onEnded: (item) => {
        this.#consumer.release(item)
        if (this.#consumer.holds(item.lease)) this.#end([item.work.id])
      },
      onLost: (item) => this.#consumer.release(item),
    })
    this.#accepted = createBatcher<AcceptedResult>({
      write: (accepted) => awaitCompletions(database.pool, accepted),
      onWritten: (_, accepted) => this.#onAccepted(accepted.map(({ result }) => result)),
      // What cannot be kept while it waits is recorded as it is.
      onRejected: ({ result }) => void this.#results.add(result),
      onError,
      maxItems: 4,
    })
    this.#results = new ResultRecorder({
      ...options,
      onRecorded: (recorded, results) => this.#onRecorded(recorded, results),
      onRejected: ({ executionId }) => this.#end([executionId]),
    })
  }

  /** Calls in flight. */
  get inFlight() {
    return this.#consumer.inFlight
  }

  /** Executions that this process has leased and not started. */
  get waiting() {
    return this.#consumer.waiting
  }

  /** When the oldest item that waits for the database was added; null without one. */
  get pendingSince(): number | null {
    return oldestPendingSince([this.#loads, this.#starter, this.#accepted, this.#results])
  }

  start() {
    this.#consumer.start()
  }

  /** Jobs have been sent. */
  wake() {
    this.#consumer.wake()
  }

  /** Takes over jobs that were fetched. */
  accept(jobs: readonly LeasedJob<'run'>[]) {
    this.#consumer.accept(jobs)
  }

  /** Takes no more, gives the calls in flight so long to end, aborts the others, and requeues what is not done. */
  async stop(drainMs: number): Promise<void> {
    this.#isStopping = true
    this.#upcoming.clear()
    await this.#consumer.close()
    this.#options.network.stop()
    for (const item of this.#starter.drop()) this.#consumer.release(item)
    await this.#consumer.idle(drainMs)
    this.#consumer.abortAll()
    await this.#consumer.idle(abortMs)
    await this.#accepted.idle()
    await this.#results.idle()
    await this.#consumer.requeue(
      (lease) => {
        const executionIds = this.#open.idsOf(lease)
        return executionIds.length === 0 ? null : { executionIds }
      },
      (client) => requeueAborted(client, this.#aborted),
    )
  }

  #onLeased(lease: RunLease) {
    this.#open.add(lease)
    // Taken from the cache at once: while others are looked up, dispatch may evict them.
    this.#loads.add({ lease, cached: this.#options.dispatchCache.take(this.#open.idsOf(lease)) })
  }

  #uncachedOf({ lease, cached }: JobToLoad): string[] {
    const known = new Set(cached.map(({ id }) => id))
    return this.#open.idsOf(lease).filter((id) => !known.has(id))
  }

  #onLoaded(loaded: readonly Run[], jobs: readonly JobToLoad[]) {
    const byId = new Map(loaded.map((execution) => [execution.id, execution]))
    for (const job of jobs) {
      const uncached = this.#uncachedOf(job)
      const found = [...job.cached, ...uncached.flatMap((id) => byId.get(id) ?? [])]
      const near: RunItem[] = []
      for (const work of found) {
        const waitMs = this.#options.clock.msUntil(work.dueMs) - startAheadMs
        const item = toItem(job.lease, work)
        if (waitMs > 0) this.#upcoming.add(item, waitMs)
        else near.push(item)
      }
      // Those that were not found are no work either.
      this.#consumer.schedule(job.lease, [], job.lease.job.data.executionIds.length - found.length)
      this.#schedule(near)
      // The others have ended before, or were deleted with their task.
      this.#open.end(uncached.filter((id) => !byId.has(id)))
      if (this.#open.idsOf(job.lease).length === 0) this.#complete([job.lease])
    }
  }

  #schedule(items: readonly RunItem[]) {
    if (this.#isStopping) return
    for (const [lease, ofLease] of Map.groupBy(items, (item) => item.lease)) this.#consumer.schedule(lease, ofLease)
  }

  /** The lease is forgotten: another process tries again, and maintenance ends what nobody can load. */
  #rejectLoad({ lease }: JobToLoad, error: Error) {
    const { id: jobId, data } = lease.job
    this.#options.log.error({ jobId, executionIds: data.executionIds, err: error }, 'run job cannot be loaded')
    this.#open.remove(lease)
    this.#consumer.forget(lease)
  }

  #callAtItsTime(item: RunItem, execution: StartedRun) {
    const waitMs = this.#options.clock.msUntil(execution.dueMs)
    // The time is checked again when the timer ends: the database's clock may have been observed again, and no call may be early.
    if (waitMs > 0) return void setTimeout(() => this.#callAtItsTime(item, execution), timerDelay(waitMs))
    const { lease } = item
    if (!this.#consumer.holds(lease)) return this.#consumer.release(item)
    if (lease.signal.aborted && !execution.mustNotRepeat) {
      // Stopped before its call was made: whatever the method, it can be made elsewhere. What a dead process may have
      // sent and must not be repeated is recorded as interrupted instead.
      this.#aborted.push({ ...execution, wasCalled: execution.deadAttempt !== null })
      return this.#consumer.release(item)
    }
    if (!execution.mustNotRepeat) this.#options.onStarted(execution, -waitMs)
    void this.#call(item, execution)
  }

  async #call(item: RunItem, execution: StartedRun) {
    const { lease } = item
    const { network } = this.#options
    const startedMs = network.now()
    const called = await callTarget(execution, lease.signal, { ...this.#options, requests: this.#requests })
    this.#options.onCalled?.(execution, called)
    const judged = network.judge(called, execution.request?.uri ?? '', startedMs)
    // Hardly any has to wait, and a thousand a second need not either.
    const result = judged instanceof Promise ? await judged : judged
    // Once the lease is lost, another process records the execution, even if the job has come back since.
    if (this.#consumer.holds(lease)) await this.#conclude(execution, result)
    this.#consumer.release(item)
  }

  async #conclude(execution: StartedRun, result: RunResult) {
    const { id, attempt, request } = execution
    if (this.#isStopping && isInterrupted(result) && request !== null && isIdempotent(request.method))
      return void this.#aborted.push({ id, attempt, wasCalled: true })
    const accepted = acceptedOf(execution, result)
    if (accepted !== null) return this.#accepted.add(accepted)
    await this.#results.add(result)
  }

  #onAccepted(results: readonly RunResult[]) {
    this.#end(results.map(({ executionId }) => executionId))
    for (const { taskId, sent } of results) this.#requests.noteStored(taskId, sent)
  }

  #onRecorded(recorded: readonly RecordedResult[], results: readonly RunResult[]) {
    this.#end(results.map(({ executionId }) => executionId))
    for (const { taskId, sent } of results) this.#requests.noteStored(taskId, sent)
    this.#consumer.admit()
    this.#options.onRecorded(recorded)
  }

  #end(executionIds: readonly string[]) {
    this.#complete(this.#open.end(executionIds))
  }

  #complete(leases: readonly RunLease[]) {
    for (const lease of leases) {
      this.#open.remove(lease)
      this.#consumer.complete(lease)
    }
  }
}

const toItem = (lease: RunLease, work: Run): RunItem => ({
  lease,
  accountId: work.accountId,
  work,
  bytes: work.requestBytes * copiesOfRequest,
})

const isInterrupted = ({ outcome }: RunResult) => outcome.status === 'FAILED' && outcome.code === 'INTERRUPTED'
