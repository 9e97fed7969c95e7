import type { DatabaseHandle } from '@knockwire/db/client'
import type { InstanceWithLimits } from '@knockwire/domain/instance/limits'
import { type Batcher, createBatcher, type PendingWork } from '@knockwire/queue/batcher'
import type { Logger } from 'pino'
import type { RunConditions, ToDecide } from '../../conditions/run-conditions.ts'
import { runLogIds } from '../../log-ids.ts'
import { internalError } from '../call/call-target.ts'
import type { RunResult } from '../run.ts'
import { resultsDelayMs } from '../pacing.ts'
import { recordResults, type ResultToRecord } from './record-results.ts'
import { bytesOf } from './result-bytes.ts'
import type { RecordedResult } from './write-results.ts'

export interface ResultRecorderOptions extends InstanceWithLimits {
  database: DatabaseHandle
  conditions: RunConditions
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

/**
 * What is left of a result that is to be recorded: all; or neither response nor request, and its conditions are decided on what the
 * call came to; or not even that, so nothing in it that could make recording fail: there is nothing left to try instead.
 */
type Part = 'ALL' | 'BARE' | 'LAST_RESORT'

interface PendingResult extends ResultToRecord {
  part: Part
}

const unrecordedMessage = 'The response could not be recorded because of an error on this server.'

/** Prepares what follows from each result, and records results in batches; one that is rejected is recorded as failed. */
export class ResultRecorder implements PendingWork {
  readonly #options: ResultRecorderOptions
  readonly #batcher: Batcher<PendingResult>
  #pendingBytes = 0

  constructor(options: ResultRecorderOptions) {
    this.#options = options
    this.#batcher = createBatcher<PendingResult, RecordedResult[]>({
      write: (items) => recordResults(items, { ...options, pool: options.database.pool }),
      onWritten: (recorded, items) =>
        this.#onWritten(
          recorded,
          items.map(({ result }) => result),
        ),
      onRejected: (item, error) => this.#reject(item, error),
      onError: options.onError,
      batchDelayMs: resultsDelayMs,
      enoughItems: enoughResults,
      isUrgent: ({ result }) => result.trigger === 'TEST',
      maxItems: maxBatch,
      maxSize: maxBatchBytes,
      sizeOf: ({ result }) => bytesOf(result),
    })
  }

  /** No call may start meanwhile: its result would need memory too. */
  get isFull() {
    return this.#pendingBytes > maxPendingBytes
  }

  get pendingSince(): number | null {
    return this.#batcher.pendingSince
  }

  add(result: RunResult): Promise<void> {
    return this.#add(result, 'ALL')
  }

  async #add(result: RunResult, part: Exclude<Part, 'LAST_RESORT'>): Promise<void> {
    const { conditions, log } = this.#options
    this.#pendingBytes += bytesOf(result)
    let toDecide: ToDecide | null
    try {
      toDecide = await conditions.read(result)
    } catch (error) {
      log.error({ ...runLogIds(result), err: error }, 'run conditions cannot be prepared')
      toDecide = await this.#readNotice(result)
    }
    this.#batcher.add({ result, toDecide, part })
  }

  async #addLastResort(result: RunResult): Promise<void> {
    this.#pendingBytes += bytesOf(result)
    this.#batcher.add({ result, toDecide: await this.#readNotice(result), part: 'LAST_RESORT' })
  }

  async #readNotice(result: RunResult): Promise<ToDecide | null> {
    const { conditions, log } = this.#options
    try {
      return await conditions.readNotice(result)
    } catch (error) {
      log.error({ ...runLogIds(result), err: error }, 'notice of undecided conditions cannot be prepared')
      return null
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
  #reject({ result, part }: PendingResult, error: Error) {
    const { log, onRejected } = this.#options
    log.error({ ...runLogIds(result), err: error }, 'run result cannot be recorded')
    this.#pendingBytes -= bytesOf(result)
    if (part === 'LAST_RESORT') return onRejected(result)
    if (part === 'BARE') {
      const { known: _known, ...last } = result
      return void this.#addLastResort(last)
    }
    const failed = { ...result, outcome: internalError(unrecordedMessage), known: result.known ?? result.outcome }
    if (result.outcome.status === 'SUCCEEDED') return void this.#add(failed, 'ALL')
    void this.#add({ ...failed, sent: null }, 'BARE')
  }
}
