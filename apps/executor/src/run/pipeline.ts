import type { DatabaseHandle } from '@knockwire/db/client'
import { isIdempotent } from '@knockwire/domain/requests/request-target'
import type { Queue } from '@knockwire/queue/queue'
import { FairScheduler } from '@knockwire/queue/fair-scheduler'
import { callTarget, internal, type CallTools } from './call-target.ts'
import { commitEndings } from './record/commit-endings.ts'
import type { EndingStep } from './record/ending-step.ts'
import type { Ending, ResponseRecord, StartedExecution, WaitingExecution } from './execution.ts'
import { createBatcher, type Batcher, oldestPendingSince } from '@knockwire/queue/batcher'
import { createHeldJobs, type RunJob } from './jobs/held-jobs.ts'
import { loadExecutions } from './load-executions.ts'
import { createKnownRequests } from './record/known-requests.ts'
import type { RecentRuns } from './jobs/recent-runs.ts'
import { startExecutions, type Start } from './start-executions.ts'
import type { RecordedEnding } from './record/write-endings.ts'

export interface PipelineOptions extends Omit<CallTools, 'requests'> {
  database: DatabaseHandle
  queue: Queue
  recent: RecentRuns
  publicOrigin: string
  /** Calls under way at once. */
  concurrency: number
  steps: readonly EndingStep[]
  onStarted: (start: Start) => void
  onRecorded: (recorded: readonly RecordedEnding[]) => void
  /** Another call could be started. */
  onRoom: () => void
  onError: (error: Error) => void
}

/**
 * What ends within this time of the first is recorded with it. At 200 runs a second it halves the commits,
 * and takes a tenth of a run's cost away; later groups wait for the one before only.
 */
const endingsBatchDelayMs = 20
/** Rows in one statement: beyond this, larger groups gained nothing measurable. */
const groupItems = 1000
/** Of requests that are read, and of requests and answers that are written: each is copied some times on its way. */
const groupBytes = 4 * 1024 * 1024
/** Requests of the calls under way. */
const mostRequestBytes = 48 * 1024 * 1024
/** A request as it was read, as it is sent, and as it is described for the history. */
const copiesOfRequest = 3
/** Answers and requests that are not recorded yet, those whose conditions are being decided too; above it no call starts. */
const mostPendingBytes = 64 * 1024 * 1024
/** Held besides what runs, a few hundred bytes each: enough to find an account that may run behind twenty at their quota. */
const mostWaiting = 10_000
const roomForOthers = 50

const faultMessage = 'The response could not be recorded because of a fault on this server.'

/** A job, and those of its executions that dispatch has only just queued: they need not be looked up. */
interface JobToLoad {
  job: RunJob
  recent: readonly WaitingExecution[]
}

/** Jobs go in; they are loaded, admitted, started, called and recorded, each step in groups of its own pace. */
export class Pipeline {
  readonly held = createHeldJobs()
  readonly #options: PipelineOptions
  readonly #scheduler: FairScheduler<WaitingExecution>
  readonly #loads: Batcher<JobToLoad>
  readonly #starts: Batcher<WaitingExecution>
  readonly #endings: Batcher<Ending>
  readonly #requests = createKnownRequests()
  readonly #brokenOff: Pick<StartedExecution, 'id' | 'attempt'>[] = []
  /** Endings with nothing in them that could be at fault: there is nothing left to try instead. */
  readonly #lastResorts = new WeakSet<Ending>()
  #isClosed = false
  #pendingBytes = 0
  /** Executions of jobs that are not loaded yet. */
  #loading = 0
  #onIdle: (() => void) | undefined

  constructor(options: PipelineOptions) {
    const { concurrency, onError } = options
    this.#options = options
    this.#scheduler = new FairScheduler({ concurrency, maxBytes: mostRequestBytes })
    this.#loads = createBatcher<JobToLoad, WaitingExecution[]>({
      write: (group) =>
        loadExecutions(
          options.database.pool,
          group.flatMap((load) => this.#unknownOf(load)),
        ),
      onWritten: (loaded, group) => this.#onLoaded(loaded, group),
      onRejected: (load, error) => this.#refuseLoad(load, error),
      onError,
      maxItems: 20,
    })
    this.#starts = createBatcher<WaitingExecution, Start[]>({
      // Not what was taken away while it waited: started here, it would be nobody's.
      write: (group) =>
        startExecutions(
          options.database.pool,
          group.filter(({ id }) => this.held.signalOf(id) !== null),
        ),
      onWritten: (started, group) => this.#onStarted(started, group),
      onRejected: (execution, error) => this.#refuseStart(execution, error),
      onError,
      maxItems: groupItems,
      maxSize: groupBytes,
      sizeOf: ({ requestBytes }) => requestBytes,
    })
    this.#endings = createBatcher<Ending, RecordedEnding[]>({
      write: (group) => commitEndings(group, { ...options, pool: options.database.pool }),
      onWritten: (recorded, group) => this.#onRecorded(recorded, group),
      onRejected: (ending, error) => this.#refuseEnding(ending, error),
      onError,
      batchDelayMs: endingsBatchDelayMs,
      maxItems: groupItems,
      maxSize: groupBytes,
      sizeOf: bytesOf,
    })
  }

  get underWay() {
    return this.#scheduler.inFlight
  }

  get waiting() {
    return this.#scheduler.waiting + this.#loading
  }

  /** When the oldest came that waits for the database, or is being written to it; null where nothing does. */
  get pendingSince(): number | null {
    return oldestPendingSince([this.#loads, this.#starts, this.#endings])
  }

  /** Calls that could be started besides those that are here already. */
  room(): number {
    const { concurrency } = this.#options
    if (this.#isClosed || this.waiting >= mostWaiting) return 0
    if (this.underWay < concurrency) return Math.max(0, concurrency - this.underWay - this.#loading)
    return this.underWay < 2 * concurrency ? roomForOthers : 0
  }

  accept(jobs: readonly RunJob[]) {
    for (const job of jobs) {
      this.held.hold(job)
      this.#loading += job.data.executionIds.length
      // At once: while the others are looked up, dispatch may push these out of its memory.
      this.#loads.add({ job, recent: this.#options.recent.take(this.held.leftOf(job)) })
    }
  }

  /** The jobs are another process's by now: their calls are broken off, and nothing of them is recorded. */
  lose(jobs: readonly RunJob[]) {
    this.held.release(jobs)
    this.#scheduler.remove(({ id }) => this.held.signalOf(id) === null)
  }

  /** Starts no more calls. */
  close() {
    this.#isClosed = true
    this.#scheduler.remove(() => true)
    for (const execution of this.#starts.drop()) this.#endCall(execution)
  }

  /** Resolves when no call is under way, or after so long. */
  async callsEnded(withinMs: number): Promise<void> {
    if (this.underWay === 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#onIdle = resolve
    const timer = setTimeout(resolve, withinMs)
    await promise
    clearTimeout(timer)
  }

  /** Ends what is under way; gives the executions that were broken off and may be made again. */
  async breakOff(): Promise<readonly Pick<StartedExecution, 'id' | 'attempt'>[]> {
    this.held.abortAll()
    await this.callsEnded(1000)
    await this.#endings.idle()
    return this.#brokenOff
  }

  #unknownOf({ job, recent }: JobToLoad): string[] {
    const known = new Set(recent.map(({ id }) => id))
    return this.held.leftOf(job).filter((id) => !known.has(id))
  }

  #onLoaded(loaded: readonly WaitingExecution[], group: readonly JobToLoad[]) {
    const found = new Set(loaded.map(({ id }) => id))
    // They have ended before, or were deleted with their task.
    this.held.settle(group.flatMap((load) => this.#unknownOf(load)).filter((id) => !found.has(id)))
    for (const execution of [...group.flatMap(({ recent }) => recent), ...loaded]) this.#wait(execution)
    this.#loading -= group.reduce((sum, { job }) => sum + job.data.executionIds.length, 0)
    this.#pump()
    this.#options.onRoom()
  }

  /** It is held no longer: whoever misses its heartbeat tries again, and maintenance ends what nobody can load. */
  #refuseLoad({ job }: JobToLoad, error: Error) {
    this.#options.log.error(
      { jobId: job.id, executionIds: job.data.executionIds, err: error },
      'run job cannot be loaded',
    )
    this.#loading -= job.data.executionIds.length
    this.held.release([job])
    this.#options.onRoom()
  }

  #wait(execution: WaitingExecution) {
    this.#scheduler.enqueue(execution.accountId, execution, heldBytesOf(execution))
  }

  #pump() {
    if (this.#isClosed || this.#pendingBytes > mostPendingBytes) return
    for (const execution of this.#scheduler.admit()) this.#starts.add(execution)
  }

  #onStarted(started: readonly Start[], group: readonly WaitingExecution[]) {
    for (const start of started) this.#makeCall(start)
    const startedIds = new Set(started.map(({ execution }) => execution.id))
    // Another's by now.
    const others = group.filter(({ id }) => !startedIds.has(id))
    for (const execution of others) this.#onCallEnded(execution)
    this.held.settle(others.map(({ id }) => id))
  }

  #makeCall(start: Start) {
    const { execution } = start
    const signal = this.held.signalOf(execution.id)
    if (!signal) return this.#onCallEnded(execution)
    if (!execution.isInterrupted) this.#options.onStarted(start)
    void this.#call(execution, signal)
  }

  async #call(execution: StartedExecution, signal: AbortSignal) {
    const ending = await callTarget(execution, signal, { ...this.#options, requests: this.#requests })
    // A job that was taken away is another's to record, even if it has come back since.
    if (this.held.signalOf(execution.id) === signal) await this.#conclude(execution, ending)
    this.#onCallEnded(execution)
  }

  async #conclude({ id, attempt, request }: StartedExecution, ending: Ending) {
    if (this.#isClosed && isInterruption(ending) && request !== null && isIdempotent(request.method))
      return void this.#brokenOff.push({ id, attempt })
    await this.#addEnding(ending)
  }

  async #addEnding(ending: Ending) {
    this.#pendingBytes += bytesOf(ending)
    try {
      for (const step of this.#options.steps) await step.prepare(ending)
    } catch (error) {
      this.#options.log.error({ ...idsOf(ending), err: error }, 'run conditions cannot be prepared')
    }
    this.#endings.add(ending)
  }

  #onCallEnded(execution: WaitingExecution) {
    this.#endCall(execution)
    this.#pump()
    this.#options.onRoom()
    if (this.underWay === 0) this.#onIdle?.()
  }

  #endCall(execution: WaitingExecution) {
    this.#scheduler.release(execution.accountId, heldBytesOf(execution))
  }

  #onRecorded(recorded: readonly RecordedEnding[], group: readonly Ending[]) {
    this.held.settle(group.map(({ executionId }) => executionId))
    for (const { taskId, sent } of group) this.#requests.noteStored(taskId, sent)
    for (const ending of group) this.#pendingBytes -= bytesOf(ending)
    this.#pump()
    this.#options.onRecorded(recorded)
  }

  /** Once more without its request, so that it ends as failed. If even that is refused, maintenance queues it again. */
  #refuseStart(execution: WaitingExecution, error: Error) {
    const { id, taskId, accountId } = execution
    this.#options.log.error({ executionId: id, taskId, accountId, err: error }, 'run cannot be started')
    if (execution.readsRequest) return this.#starts.add({ ...execution, readsRequest: false })
    this.held.settle([id])
    this.#onCallEnded(execution)
  }

  /**
   * Once more as failed, with nothing of the target's in it; then with nothing at all but that. If even that is refused,
   * maintenance queues the execution again.
   */
  #refuseEnding(ending: Ending, error: Error) {
    this.#options.log.error({ ...idsOf(ending), err: error }, 'run result cannot be recorded')
    this.#pendingBytes -= bytesOf(ending)
    if (this.#lastResorts.has(ending)) return this.held.settle([ending.executionId])
    const failed = { ...ending, result: internal(faultMessage) }
    if (ending.result.status === 'SUCCEEDED') return void this.#addEnding(failed)
    const bare = { ...failed, sent: null }
    this.#lastResorts.add(bare)
    this.#endings.add(bare)
  }
}

const idsOf = ({ executionId, taskId, accountId }: Ending) => ({ executionId, taskId, accountId })

const heldBytesOf = ({ requestBytes }: WaitingExecution) => requestBytes * copiesOfRequest

const isInterruption = ({ result }: Ending) => result.status === 'FAILED' && result.code === 'INTERRUPTED'

const bytesOf = ({ result, sent }: Ending) =>
  (result.status === 'SUCCEEDED' ? result.response.body.length + headerBytesOf(result.response) : 0) + lengthOf(sent)

/** As they came and as they are stored: a target may send 64 KiB of them. */
const headerBytesOf = ({ headers }: ResponseRecord) =>
  headers.reduce((sum, [name, value]) => sum + 2 * (name.length + value.length), 0)

/** Two bytes a character. A short request counts for nothing, as the rest of an ending does. */
const lengthOf = (sent: Ending['sent']) => (sent?.kind === 'shared' && sent.json !== null ? sent.json.length * 2 : 0)
