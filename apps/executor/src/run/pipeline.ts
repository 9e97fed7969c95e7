import type { DatabaseHandle } from '@knockwire/db/client'
import { isIdempotent } from '@knockwire/domain/requests/request-target'
import type { Queue } from '@knockwire/queue/queue'
import type { Pool } from 'pg'
import { Admission } from './admission.ts'
import { callTarget, internal, type CallTools } from './call-target.ts'
import { commitEndings } from './record/commit-endings.ts'
import type { EndingStep } from './record/ending-step.ts'
import type { Ending, StartedExecution, WaitingExecution } from './execution.ts'
import { createGroupWriter, type GroupWriter } from './group-writer.ts'
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
const endingsLingerMs = 20
/** Rows in one statement: beyond this, larger groups gained nothing measurable. */
const groupItems = 1000
const groupBytes = 4 * 1024 * 1024
/** Answers that are not recorded yet, those whose conditions are being decided too; above it no call starts. */
const mostPendingBytes = 64 * 1024 * 1024
/** Held besides what runs, a few hundred bytes each: enough to find an account that may run behind twenty at their quota. */
const mostWaiting = 10_000
const roomForOthers = 50

/** Jobs go in; they are loaded, admitted, started, called and recorded, each step in groups of its own pace. */
export class Pipeline {
  readonly held = createHeldJobs()
  readonly #options: PipelineOptions
  readonly #admission: Admission<WaitingExecution>
  readonly #loads: GroupWriter<RunJob>
  readonly #starts: GroupWriter<WaitingExecution>
  readonly #endings: GroupWriter<Ending>
  readonly #requests = createKnownRequests()
  readonly #brokenOff: StartedExecution[] = []
  #isClosed = false
  #pendingBytes = 0
  /** Executions of jobs that are not loaded yet. */
  #loading = 0
  #onIdle: (() => void) | undefined

  constructor(options: PipelineOptions) {
    const { concurrency, onError } = options
    this.#options = options
    this.#admission = new Admission(concurrency)
    this.#loads = createGroupWriter({
      write: (jobs) => this.#load(jobs),
      onRefused: (job, error) => options.log.error({ jobId: job.id, err: error }, 'job cannot be loaded'),
      onError,
      maxItems: 20,
    })
    this.#starts = createGroupWriter({
      write: (group) => this.#start(group),
      onRefused: (execution, error) => this.#refuseStart(execution, error),
      onError,
      maxItems: groupItems,
    })
    this.#endings = createGroupWriter({
      write: (group) => this.#record(group),
      onRefused: (ending, error) => this.#refuseEnding(ending, error),
      onError,
      lingerMs: endingsLingerMs,
      maxItems: groupItems,
      maxSize: groupBytes,
      sizeOf: bytesOf,
    })
  }

  get underWay() {
    return this.#admission.underWay
  }

  get waiting() {
    return this.#admission.waiting + this.#loading
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
      this.#loads.add(job)
    }
  }

  /** The jobs are another process's by now: their calls are broken off, and nothing of them is recorded. */
  lose(jobs: readonly RunJob[]) {
    this.held.release(jobs)
    this.#admission.remove(({ id }) => this.held.signalOf(id) === null)
  }

  /** Starts no more calls. */
  close() {
    this.#isClosed = true
    this.#admission.remove(() => true)
    for (const { accountId } of this.#starts.drop()) this.#admission.end(accountId)
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
  async breakOff(): Promise<readonly StartedExecution[]> {
    this.held.abortAll()
    await this.callsEnded(1000)
    await this.#endings.idle()
    return this.#brokenOff
  }

  async #load(jobs: readonly RunJob[]) {
    const { database, recent } = this.#options
    const executionIds = jobs.flatMap((job) => this.held.leftOf(job))
    const unknown = executionIds.filter((id) => !recent.has(id))
    // First, since it may have to be repeated.
    if (unknown.length > 0) await this.#loadFrom(database.pool, unknown)
    for (const execution of recent.take(executionIds)) this.#admission.wait(execution.accountId, execution)
    this.#pump()
    this.#loading -= jobs.reduce((sum, { data }) => sum + data.executionIds.length, 0)
    this.#options.onRoom()
  }

  async #loadFrom(pool: Pool, executionIds: readonly string[]) {
    const { toMake, interrupted } = await loadExecutions(pool, executionIds)
    const known = new Set([...toMake.map(({ id }) => id), ...interrupted.map((ending) => ending.executionId)])
    // They have ended before, or were deleted with their task.
    this.held.settle(executionIds.filter((id) => !known.has(id)))
    for (const ending of interrupted) void this.#addEnding(ending)
    for (const execution of toMake) this.#admission.wait(execution.accountId, execution)
  }

  #pump() {
    if (this.#isClosed || this.#pendingBytes > mostPendingBytes) return
    for (const execution of this.#admission.admit()) this.#starts.add(execution)
  }

  async #start(group: readonly WaitingExecution[]) {
    // Not what was taken away while it waited: started here, it would be nobody's.
    const ours = group.filter(({ id }) => this.held.signalOf(id) !== null)
    const started = await startExecutions(this.#options.database.pool, ours)
    for (const start of started) this.#makeCall(start)
    const startedIds = new Set(started.map(({ execution }) => execution.id))
    // Another's by now.
    const others = group.filter(({ id }) => !startedIds.has(id))
    for (const execution of others) this.#onCallEnded(execution)
    this.held.settle(others.map(({ id }) => id))
  }

  #makeCall(start: Start) {
    const signal = this.held.signalOf(start.execution.id)
    if (!signal) return this.#onCallEnded(start.execution)
    this.#options.onStarted(start)
    void this.#call(start.execution, signal)
  }

  async #call(execution: StartedExecution, signal: AbortSignal) {
    const ending = await callTarget(execution, signal, { ...this.#options, requests: this.#requests })
    // A job that was taken away is another's to record, even if it has come back since.
    if (this.held.signalOf(execution.id) === signal) await this.#conclude(execution, ending)
    this.#onCallEnded(execution)
  }

  async #conclude(execution: StartedExecution, ending: Ending) {
    if (this.#isClosed && isInterruption(ending) && isIdempotent(execution.request.method))
      return void this.#brokenOff.push(execution)
    await this.#addEnding(ending)
  }

  async #addEnding(ending: Ending) {
    this.#pendingBytes += bytesOf(ending)
    for (const step of this.#options.steps) await step.prepare(ending)
    this.#endings.add(ending)
  }

  #onCallEnded({ accountId }: WaitingExecution) {
    this.#admission.end(accountId)
    this.#pump()
    this.#options.onRoom()
    if (this.underWay === 0) this.#onIdle?.()
  }

  async #record(group: readonly Ending[]) {
    const { database, queue, publicOrigin, steps, onRecorded } = this.#options
    onRecorded(await commitEndings(group, { pool: database.pool, queue, publicOrigin, steps }))
    this.held.settle(group.map(({ executionId }) => executionId))
    for (const { taskId, sent } of group) this.#requests.noteStored(taskId, sent)
    for (const ending of group) this.#pendingBytes -= bytesOf(ending)
    this.#pump()
  }

  #refuseStart(execution: WaitingExecution, error: Error) {
    this.#options.log.error({ executionId: execution.id, err: error }, 'execution cannot be started')
    this.held.settle([execution.id])
    this.#onCallEnded(execution)
  }

  /** Once more with nothing of the target's in it. If even that is refused, upkeep ends the execution. */
  #refuseEnding(ending: Ending, error: Error) {
    const { executionId, result } = ending
    this.#options.log.error({ executionId, err: error }, 'ending cannot be recorded as it is')
    this.#pendingBytes -= bytesOf(ending)
    if (result.status === 'FAILED') return this.held.settle([executionId])
    const message = 'The response could not be recorded because of a fault on this server.'
    void this.#addEnding({ ...ending, result: internal(message) })
  }
}

const isInterruption = ({ result }: Ending) => result.status === 'FAILED' && result.code === 'INTERRUPTED'

const bytesOf = ({ result, sent }: Ending) =>
  (result.status === 'SUCCEEDED' ? result.response.body.length : 0) + lengthOf(sent)

/** A short request counts for nothing, as the rest of an ending does. */
const lengthOf = (sent: Ending['sent']) => (sent?.kind === 'shared' && sent.json !== null ? sent.json.length : 0)
