import { availableParallelism } from 'node:os'
import { machineSlowness } from '@knockwire/domain/sandbox/machine-slowness'
import { sandboxLimits } from '@knockwire/domain/sandbox/sandbox-limits'
import type { Waiting } from './fair-queue.ts'
import { AccountQueues, type Batch, leastThreads } from './account-queues.ts'
import { createPenalties } from './penalties.ts'
import type { JobResult } from './run-batch.ts'
import { openThreadPool, type BatchOutcome, type ThreadPool, type ThreadPoolOptions } from './thread-pool.ts'
import { fromTransit, toTransit } from './transit.ts'
import { createUsage } from './usage.ts'

/**
 * `stopped`: it takes more than any job may, and always will. `busy`: its turn did not come within the time that its
 * caller waits, which says nothing about the job.
 */
export type NotDone = { kind: 'stopped'; reason: string } | { kind: 'busy'; reason: string }
export type JobOutcome<A> = { kind: 'answered'; answer: A } | NotDone

export interface RunOptions {
  /** The caller waits no longer for the job's turn; without it, the job waits in its account's line. */
  maxWaitMs?: number
}

/**
 * Where bodies are read and templates filled in that anyone may have written: worker threads with little memory and
 * time, which accounts share by `AccountQueues`. A thread writes down which job it is at, so that a stop counts against that
 * job's account alone. What else was in the batch goes back to the front of its line. `Answers`: what the worker makes of
 * each kind of job.
 */
export interface Sandbox<
  J extends { kind: string },
  Answers extends Record<J['kind'], unknown> = Record<string, unknown>,
> {
  /** Never throws. `accountId`: accounts take turns. */
  run: <One extends J>(accountId: string, job: One, options?: RunOptions) => Promise<JobOutcome<Answers[One['kind']]>>
  /** Whether a job of the account had to be stopped lately, so that its jobs wait in their own line. */
  isPenalised: (accountId: string) => boolean
  close: () => Promise<void>
}

type Bounds = Pick<ThreadPoolOptions, 'deadlineMs' | 'startMs' | 'resourceLimits'>

/** The bounds are `sandboxLimits`, for a job on this machine, unless a test says otherwise. */
export interface SandboxOptions<J> extends Pick<ThreadPoolOptions, 'worker'>, Partial<Bounds> {
  /** At least 3. */
  threads?: number
  /**
   * How many of them do quick jobs as long as each batch is quick; all where it is not given. A thread takes 20 MB, and
   * more threads than processors get no more done: the others come up for what takes long.
   */
  quickThreads?: number
  /** Whether the threads for quick jobs stay, where these are always many; else one does. */
  keepsThreads?: boolean
  /** About how many characters the job brings along. */
  lengthOf: (job: J) => number
  /** Whether the job's size bounds its time to some tens of milliseconds. */
  isQuick: (job: J) => boolean
}

interface Item<J> extends Waiting {
  job: J
  /** It was running when a thread ran out of memory together with others: it is retried alone. */
  isApart: boolean
  settle: (outcome: JobOutcome<unknown>) => void
  waitTimer: NodeJS.Timeout | undefined
}

/**
 * Sending a message to a thread and back costs as much as reading a body of 10 KB, so what is requested shortly after one another
 * goes together: of the processor time that a JSON path adds to a run it saves about a third. A busy event loop
 * gives a thread one batch a turn: with batches of 32, one thread read less than there were responses.
 */
const batchDelayMs = 10
const batchItems = 64
const batchLength = 768 * 1024

/** Once a quick batch has run for so long, another thread may do the quick jobs that wait. */
export const slowBatchMs = 250
/** The same where its thread has not come up yet, which takes a third of a second of processor time. */
const slowStartMs = 1000

const tookTooLong: NotDone = { kind: 'stopped', reason: 'It took too long, or too much memory.' }
const notWorkedOut: NotDone = { kind: 'stopped', reason: 'It could not be worked out.' }
const noTurn: NotDone = { kind: 'busy', reason: 'The server was too busy to do it in time.' }

const bounds = (): Bounds => ({
  deadlineMs: sandboxLimits.deadlineMs * machineSlowness(),
  startMs: sandboxLimits.startMs,
  resourceLimits: sandboxLimits.resources,
})

export const createSandbox = <
  J extends { kind: string },
  Answers extends Record<J['kind'], unknown> = Record<string, unknown>,
>(
  options: SandboxOptions<J>,
): Sandbox<J, Answers> => new ThreadSandbox<J>(options) as Sandbox<J, Answers>

class ThreadSandbox<J extends { kind: string }> implements Sandbox<J> {
  readonly #openPool: () => ThreadPool<J>
  readonly #penalties = createPenalties(() => performance.now())
  readonly #usage = createUsage(() => performance.now())
  readonly #queues: AccountQueues<Item<J>>
  #pool: ThreadPool<J> | null = null
  #isClosed = false
  #isPumpDue = false

  constructor(options: SandboxOptions<J>) {
    const { threads = Math.max(leastThreads, availableParallelism() - 1), keepsThreads, lengthOf, isQuick } = options
    const quickThreads = Math.min(options.quickThreads ?? threads, threads)
    const keptThreads = keepsThreads === true ? quickThreads : 1
    this.#openPool = () => openThreadPool<J>({ ...bounds(), ...options, threads, keptThreads })
    this.#queues = new AccountQueues({
      threads,
      quickThreads,
      queueOf: ({ accountId, job, isApart }) => {
        if (this.isPenalised(accountId)) return 'penalised'
        return !isApart && isQuick(job) ? 'quick' : 'long'
      },
      fits: (batch, { job }) =>
        batch.length < batchItems && batch.reduce((sum, one) => sum + lengthOf(one.job), lengthOf(job)) <= batchLength,
      hadMs: this.#usage.hadMs,
    })
  }

  run(accountId: string, job: J, { maxWaitMs }: RunOptions = {}): Promise<JobOutcome<unknown>> {
    return new Promise((resolve) => {
      if (this.#isClosed) return resolve(noTurn)
      const item: Item<J> = { accountId, job, isApart: false, settle: resolve, waitTimer: undefined }
      if (maxWaitMs !== undefined) item.waitTimer = setTimeout(() => this.#stopWaiting(item), maxWaitMs)
      this.#queues.add(item)
      this.#pumpSoon()
    })
  }

  isPenalised(accountId: string): boolean {
    return this.#penalties.isOn(accountId)
  }

  async close() {
    this.#isClosed = true
    settleAll(this.#queues.clear(), noTurn)
    await this.#pool?.close()
  }

  #pumpSoon() {
    if (this.#isPumpDue) return
    this.#isPumpDue = true
    setTimeout(() => this.#pump(), batchDelayMs)
  }

  #pump() {
    this.#isPumpDue = false
    for (let next = this.#queues.take(); next !== null; next = this.#queues.take()) void this.#work(next)
  }

  async #work(batch: Batch<Item<J>>) {
    const { queue, items } = batch
    for (const { waitTimer } of items) clearTimeout(waitTimer)
    // Threads are only started once there is something to do.
    this.#pool ??= this.#openPool()
    const startedAt = performance.now()
    let slowTimer = this.#markSlowAfter(slowStartMs, batch)
    const outcome = await this.#pool.run(
      items.map(({ job }) => toTransit(job)),
      () => {
        clearTimeout(slowTimer)
        slowTimer = this.#markSlowAfter(slowBatchMs, batch)
      },
    )
    clearTimeout(slowTimer)
    this.#queues.end(batch)
    const [first] = items
    if (queue !== 'quick' && first !== undefined) this.#usage.add(first.accountId, performance.now() - startedAt)
    if (this.#isClosed) settleAll(items, noTurn)
    else this.#conclude(items, outcome)
    this.#pump()
  }

  #markSlowAfter(ms: number, batch: Batch<Item<J>>) {
    return setTimeout(() => {
      this.#queues.markSlow(batch)
      this.#pump()
    }, ms)
  }

  #conclude(items: readonly Item<J>[], outcome: BatchOutcome) {
    if (outcome.kind === 'done') {
      for (const [at, result] of outcome.results.entries()) items[at]?.settle(toOutcome(result))
      return this.#queues.addFirst(items.slice(outcome.results.length))
    }
    if (outcome.kind === 'not-started') return this.#queues.addFirst(items)
    const { at, cause } = outcome
    this.#queues.addFirst(items.filter((_, index) => index !== at))
    const stopped = items[at]
    if (stopped === undefined) return
    // Others may have left the thread little memory.
    if (cause === 'memory' && items.length > 1) return this.#queues.addFirst([{ ...stopped, isApart: true }])
    stopped.settle(tookTooLong)
    this.#penalties.raise(stopped.accountId)
    this.#queues.sortAgain(stopped.accountId)
  }

  #stopWaiting(item: Item<J>) {
    this.#queues.remove(item)
    item.settle(noTurn)
  }
}

const settleAll = <J>(items: readonly Item<J>[], outcome: NotDone) => {
  for (const { settle, waitTimer } of items) {
    clearTimeout(waitTimer)
    settle(outcome)
  }
}

const toOutcome = (result: JobResult): JobOutcome<unknown> =>
  result.kind === 'answer' ? { kind: 'answered', answer: fromTransit(result.answer) } : notWorkedOut
