import { inTransaction } from '@knockwire/db/transaction'
import { type Batcher, createBatcher, oldestPendingSince, type PendingWork } from '@knockwire/queue/batcher'
import type { JobConsumer, WorkItem } from '@knockwire/queue/job-consumer'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { DatabaseClock } from '../../dispatch/database-clock.ts'
import { runLogIds } from '../../log-ids.ts'
import type { StartedRun, Run } from '../run.ts'
import { loadExecutions, startExecutions } from './start-executions.ts'

export type RunItem = WorkItem<'run', Run>

export interface RunStarterOptions {
  pool: pg.Pool
  clock: DatabaseClock
  log: Logger
  consumer: Pick<JobConsumer<'run', Run>, 'holds' | 'renewWithin'>
  onStarted: (item: RunItem, execution: StartedRun) => void
  /** It has ended, or maintenance ends it: its job does not need it any more. */
  onEnded: (item: RunItem) => void
  /** Another process has its job. */
  onLost: (item: RunItem) => void
  onError: (error: Error) => void
}

/** Rows in one statement: larger batches gained nothing measurable. */
const maxBatch = 1000
/** Bytes of requests that are read at once: each is copied some times on its way. */
const maxBatchBytes = 4 * 1024 * 1024

/** Commits the starts of calls, in batches, before any of them is made. */
export class RunStarter implements PendingWork {
  readonly #options: RunStarterOptions
  readonly #starts: Batcher<RunItem>
  /** Executions that were not found as they had been looked up. */
  readonly #mismatches: Batcher<RunItem>

  constructor(options: RunStarterOptions) {
    const { pool, onError } = options
    this.#options = options
    this.#starts = createBatcher<RunItem, StartedRun[]>({
      // Not those whose lease was lost while they waited: started here, nobody would make them.
      write: (items) => startExecutions(pool, items.filter(({ lease }) => this.#holds(lease)).map(workOf)),
      onWritten: (started, items) => this.#onStarted(started, items),
      onRejected: (item, error) => this.#rejectStart(item, error),
      onError,
      maxItems: maxBatch,
      maxSize: maxBatchBytes,
      sizeOf: ({ work }) => work.requestBytes,
    })
    this.#mismatches = createBatcher<RunItem, LookedUp>({
      write: (items) => this.#lookUpAgain(items),
      onWritten: (found, items) => this.#onLookedUp(found, items),
      onRejected: (item, error) => this.#rejectLookUp(item, error),
      onError,
      maxItems: maxBatch,
    })
  }

  get pendingSince(): number | null {
    return oldestPendingSince([this.#starts, this.#mismatches])
  }

  add(item: RunItem) {
    this.#starts.add(item)
  }

  /** Removes and returns what is not being started just now. */
  drop(): RunItem[] {
    return [...this.#starts.drop(), ...this.#mismatches.drop()]
  }

  #holds(lease: RunItem['lease']) {
    return this.#options.consumer.holds(lease)
  }

  #onStarted(started: readonly StartedRun[], items: readonly RunItem[]) {
    const startedById = new Map(started.map((execution) => [execution.id, execution]))
    for (const item of items) {
      const execution = startedById.get(item.work.id)
      if (execution) this.#options.onStarted(item, execution)
      else if (this.#holds(item.lease)) this.#mismatches.add(item)
      else this.#options.onLost(item)
    }
  }

  /**
   * A process that is losing its lease may commit a start after the process that has the job next looked the execution up.
   * Nobody would make that call. So who still has the job, which the transaction ensures, takes the execution over.
   */
  async #lookUpAgain(items: readonly RunItem[]): Promise<LookedUp> {
    const { pool, clock, consumer } = this.#options
    return inTransaction(pool, async (client) => {
      const leased = new Set(await consumer.renewWithin(client, [...new Set(items.map(({ lease }) => lease))]))
      const ids = items.filter(({ lease }) => leased.has(lease)).map(({ work }) => work.id)
      const executions = await loadExecutions(client, ids, clock)
      return { leased, executions: new Map(executions.map((execution) => [execution.id, execution])) }
    })
  }

  #onLookedUp({ leased, executions }: LookedUp, items: readonly RunItem[]) {
    for (const item of items) {
      const work = executions.get(item.work.id)
      if (!leased.has(item.lease)) this.#options.onLost(item)
      else if (work === undefined) this.#options.onEnded(item)
      else this.#starts.add({ ...item, work })
    }
  }

  /** Tries once more without the request, so that the run ends as failed. If even that is rejected, maintenance requeues it. */
  #rejectStart(item: RunItem, error: Error) {
    const { log, onEnded } = this.#options
    log.error({ ...runLogIds({ ...item.work, executionId: item.work.id }), err: error }, 'run cannot be started')
    if (item.work.readsRequest) this.#starts.add({ ...item, work: { ...item.work, readsRequest: false } })
    else onEnded(item)
  }

  /** Maintenance requeues it. The other executions of its job go on. */
  #rejectLookUp(item: RunItem, error: Error) {
    const { log, onEnded } = this.#options
    log.error({ ...runLogIds({ ...item.work, executionId: item.work.id }), err: error }, 'run cannot be looked up')
    onEnded(item)
  }
}

interface LookedUp {
  /** The leases that hold, here and in the queue. */
  leased: ReadonlySet<RunItem['lease']>
  executions: ReadonlyMap<string, Run>
}

const workOf = ({ work }: RunItem): Run => work
