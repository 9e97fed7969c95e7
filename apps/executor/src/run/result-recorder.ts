import type { DatabaseHandle } from '@knockwire/db/client'
import { type Batcher, createBatcher, type PendingWork } from '@knockwire/queue/batcher'
import type { Logger } from 'pino'
import { runLogIds } from '../log-ids.ts'
import { internalError } from './call-target.ts'
import type { RunResult } from './execution.ts'
import { resultsDelayMs } from './pacing.ts'
import { type PostRunHook, recordResults } from './record-results.ts'
import { bytesOf } from './result-bytes.ts'
import type { RecordedResult } from './write-results.ts'

export interface ResultRecorderOptions {
  database: DatabaseHandle
  postRun: PostRunHook
  log: Logger
  /** `recorded` are those of the results that were not recorded before. */
  onRecorded: (recorded: readonly RecordedResult[], results: readonly RunResult[]) => void
  /** So many tasks were deactivated for their failures. */
  onDeactivated: (tasks: number) => void
  /** The result cannot be recorded in any form. */
  onRejected: (result: RunResult) => void
  onError: (error: Error) => void
}

/** So many are recorded at once, whether or not they have waited: a commit costs about as much as four of them. */
const enoughResults = 100
/** Rows in one statement: larger batches gained nothing measurable. */
const maxBatch = 1000
/** Bytes of results that are written at once: each is copied some times on its way. */
const maxBatchBytes = 4 * 1024 * 1024
/** Bytes of results that are not recorded yet, those whose conditions are being decided too. */
const maxPendingBytes = 32 * 1024 * 1024

const unrecordedMessage = 'The response could not be recorded because of an error on this server.'

/** Prepares what follows from each result, and records results in batches; one that is rejected is recorded as failed. */
export class ResultRecorder implements PendingWork {
  readonly #options: ResultRecorderOptions
  readonly #batcher: Batcher<RunResult>
  /** Results without response and request, whose conditions are decided on what the call came to. */
  readonly #bare = new WeakSet<RunResult>()
  /** The same without that, so with nothing in them that could make recording fail: there is nothing left to try instead. */
  readonly #lastResorts = new WeakSet<RunResult>()
  #pendingBytes = 0

  constructor(options: ResultRecorderOptions) {
    this.#options = options
    this.#batcher = createBatcher<RunResult, RecordedResult[]>({
      write: (results) => recordResults(results, { ...options, pool: options.database.pool }),
      onWritten: (recorded, results) => this.#onWritten(recorded, results),
      onRejected: (result, error) => this.#reject(result, error),
      onError: options.onError,
      batchDelayMs: resultsDelayMs,
      enoughItems: enoughResults,
      isUrgent: ({ trigger }) => trigger === 'TEST',
      maxItems: maxBatch,
      maxSize: maxBatchBytes,
      sizeOf: bytesOf,
    })
  }

  /** No call may start meanwhile: its result would need memory too. */
  get isFull() {
    return this.#pendingBytes > maxPendingBytes
  }

  get pendingSince(): number | null {
    return this.#batcher.pendingSince
  }

  async add(result: RunResult): Promise<void> {
    const { postRun, log } = this.#options
    this.#pendingBytes += bytesOf(result)
    try {
      await postRun.prepare(result)
    } catch (error) {
      log.error({ ...runLogIds(result), err: error }, 'run conditions cannot be prepared')
      await this.#prepareNotice(result)
    }
    this.#batcher.add(result)
  }

  async #addLastResort(result: RunResult): Promise<void> {
    this.#lastResorts.add(result)
    this.#pendingBytes += bytesOf(result)
    await this.#prepareNotice(result)
    this.#batcher.add(result)
  }

  async #prepareNotice(result: RunResult): Promise<void> {
    const { postRun, log } = this.#options
    try {
      await postRun.prepareNotice(result)
    } catch (error) {
      log.error({ ...runLogIds(result), err: error }, 'notice of undecided conditions cannot be prepared')
    }
  }

  /** Resolves once all results that were prepared are recorded. */
  idle(): Promise<void> {
    return this.#batcher.idle()
  }

  #onWritten(recorded: readonly RecordedResult[], results: readonly RunResult[]) {
    for (const { result } of recorded) this.#log(result)
    for (const result of results) this.#pendingBytes -= bytesOf(result)
    this.#options.onRecorded(recorded, results)
  }

  /** At thousands a second, only where debug lines are wanted. */
  #log(result: RunResult) {
    const { log } = this.#options
    if (!log.isLevelEnabled('debug')) return
    const { outcome, trigger } = result
    const ended =
      outcome.status === 'SUCCEEDED' ? { statusCode: outcome.response.statusCode } : { errorCode: outcome.code }
    const ms = outcome.responseTimeMs === null ? {} : { ms: Math.round(outcome.responseTimeMs) }
    log.debug({ ...runLogIds(result), trigger, status: outcome.status, ...ended, ...ms }, 'run recorded')
  }

  /**
   * Tries once more as failed, without the response; then with nothing but that. Conditions are decided on what the call came
   * to each time. Should that be what cannot be recorded, a notice that they could not be decided takes its place. If even
   * that is rejected, maintenance requeues the execution.
   */
  #reject(result: RunResult, error: Error) {
    const { log, onRejected } = this.#options
    log.error({ ...runLogIds(result), err: error }, 'run result cannot be recorded')
    this.#pendingBytes -= bytesOf(result)
    if (this.#lastResorts.has(result)) return onRejected(result)
    if (this.#bare.has(result)) {
      const { known: _known, ...last } = result
      return void this.#addLastResort(last)
    }
    const failed = { ...result, outcome: internalError(unrecordedMessage), known: result.known ?? result.outcome }
    if (result.outcome.status === 'SUCCEEDED') return void this.add(failed)
    const bare = { ...failed, sent: null }
    this.#bare.add(bare)
    void this.add(bare)
  }
}
