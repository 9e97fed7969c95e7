import { availableParallelism } from 'node:os'
import { AccountLanes } from './account-lanes.ts'
import type { SandboxAnswer, SandboxJob } from './jobs.ts'
import { openThreadPool, type ThreadPool } from './thread-pool.ts'

/** `gave-up`: it was stopped, or its turn did not come in time; the sentence says which. */
export type SandboxOutcome<J extends SandboxJob> =
  | { kind: 'answered'; answer: SandboxAnswer<J> }
  | { kind: 'gave-up'; reason: string }

/** Where bodies are read and templates filled in that anyone may have written: worker threads with little memory and time. */
export interface Sandbox {
  /** Never throws. `accountId`: accounts take turns. */
  run: <J extends SandboxJob>(accountId: string, job: J) => Promise<SandboxOutcome<J>>
  close: () => Promise<void>
}

export interface SandboxOptions {
  threads?: number
  /** What a batch may take, from when it begins. */
  deadlineMs?: number
  /** What a job may wait for its turn, so that no execution stays open for ever. */
  patienceMs?: number
}

interface Item {
  job: SandboxJob
  expiresAt: number
  /** Something in its batch took too long: it is tried again by itself. */
  isSuspect: boolean
  settle: (outcome: SandboxOutcome<SandboxJob>) => void
}

/** Sending a message to a thread costs more than reading a usual body, so small jobs go together. */
const batchItems = 32
const batchLength = 256 * 1024

const tookTooLong = 'It took too long, or too much memory.'
const noTurn = 'The server was too busy to do it in time.'

export const createSandbox = (options: SandboxOptions = {}): Sandbox => {
  const { threads = Math.max(2, availableParallelism() - 1), deadlineMs = 1000, patienceMs = 15_000 } = options
  const lanes = new AccountLanes<Item>({ perAccount: Math.max(1, threads - 1), batchOf: countOfBatch })
  let pool: ThreadPool | null = null
  let underWay = 0
  let isClosed = false

  const pump = () => {
    for (let next = lanes.take(underWay < threads); next !== null; next = lanes.take(underWay < threads)) {
      underWay += 1
      void work(next.accountId, next.items)
    }
  }
  const work = async (accountId: string, items: readonly Item[]) => {
    const inTime = items.filter(isInTime)
    // Threads are only started once there is something to do.
    pool ??= openThreadPool(threads, deadlineMs)
    const answers = inTime.length === 0 ? [] : await pool.run(inTime.map(({ job }) => job))
    if (answers !== null) inTime.forEach(({ settle }, at) => settle(toOutcome(answers[at])))
    else if (inTime.length === 1 || isClosed) giveUp(inTime, tookTooLong)
    else lanes.add(accountId, inTime.map(asSuspect), true)
    underWay -= 1
    lanes.end(accountId)
    pump()
  }
  return {
    run: <J extends SandboxJob>(accountId: string, job: J) =>
      new Promise<SandboxOutcome<J>>((resolve) => {
        const settle = resolve as Item['settle']
        const item = { job, expiresAt: performance.now() + patienceMs, isSuspect: false, settle }
        if (isClosed) return giveUp([item], noTurn)
        lanes.add(accountId, [item])
        pump()
      }),
    close: async () => {
      isClosed = true
      giveUp(lanes.remove(), noTurn)
      await pool?.close()
    },
  }
}

const toOutcome = (answer: SandboxAnswer<SandboxJob> | undefined): SandboxOutcome<SandboxJob> =>
  answer === undefined ? { kind: 'gave-up', reason: tookTooLong } : { kind: 'answered', answer }

const giveUp = (items: readonly Item[], reason: string) => {
  for (const { settle } of items) settle({ kind: 'gave-up', reason })
}

const asSuspect = (item: Item): Item => ({ ...item, isSuspect: true })

const isInTime = (item: Item): boolean => {
  const isStillWaitedFor = performance.now() < item.expiresAt
  if (!isStillWaitedFor) giveUp([item], noTurn)
  return isStillWaitedFor
}

/** Only bodies to read go together: a template may take its time. */
const lengthOf = (job: SandboxJob) => (job.kind === 'read' ? (job.body?.length ?? 0) : Infinity)

const countOfBatch = (items: readonly Item[]): number => {
  let length = 0
  let count = 0
  for (const { job, isSuspect } of items) {
    length += lengthOf(job)
    if (isSuspect || count >= batchItems || length > batchLength) break
    count += 1
  }
  return count
}
