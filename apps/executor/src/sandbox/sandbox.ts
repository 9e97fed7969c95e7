import { availableParallelism } from 'node:os'
import { sandboxLimits } from '@knockwire/domain/sandbox-limits'
import type { SandboxAnswer, SandboxJob } from './jobs.ts'
import { createSuspicion } from './suspicion.ts'
import { openThreadPool, type ThreadPool } from './thread-pool.ts'
import { Turns, type Waiting } from './turns.ts'

/**
 * `stopped`: it takes more than anything may, and always will. `busy`: its turn did not come in time, which says nothing
 * about it.
 */
export type GivenUp = { kind: 'gave-up'; cause: 'stopped' | 'busy'; reason: string }

export type SandboxOutcome<J extends SandboxJob> = { kind: 'answered'; answer: SandboxAnswer<J> } | GivenUp

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

interface Item extends Waiting {
  job: SandboxJob
  expiresAt: number
  settle: (outcome: SandboxOutcome<SandboxJob>) => void
}

/**
 * Sending a message to a thread and back costs as much as reading a body of 10 KB, so what is asked for within a moment
 * goes together: of the processor time that a JSON path adds to a run it saves about a third.
 */
const lingerMs = 10
const batchItems = 32
const batchLength = 384 * 1024

const tookTooLong: GivenUp = { kind: 'gave-up', cause: 'stopped', reason: 'It took too long, or too much memory.' }
const noTurn: GivenUp = { kind: 'gave-up', cause: 'busy', reason: 'The server was too busy to do it in time.' }

const defaults = {
  threads: Math.max(2, availableParallelism() - 1),
  deadlineMs: sandboxLimits.deadlineMs,
  patienceMs: 15_000,
}

export const createSandbox = (options: SandboxOptions = {}): Sandbox => {
  const { threads, deadlineMs, patienceMs } = { ...defaults, ...options }
  const turns = new Turns<Item>({ soloAtOnce: Math.max(1, threads - 1), fits })
  const suspicion = createSuspicion()
  let pool: ThreadPool | null = null
  let underWay = 0
  let isClosed = false
  let isPumping = false

  const pump = () => {
    isPumping = false
    while (underWay < threads) {
      const items = turns.take()
      if (items.length === 0) return
      underWay += 1
      void work(items)
    }
  }
  const pumpSoon = () => {
    if (isPumping) return
    isPumping = true
    setTimeout(pump, lingerMs)
  }
  const work = async (items: readonly Item[]) => {
    const inTime = items.filter(isInTime)
    // Threads are only started once there is something to do.
    pool ??= openThreadPool(threads, deadlineMs)
    const answers = inTime.length === 0 ? [] : await pool.run(inTime.map(({ job }) => job))
    if (answers !== null) inTime.forEach(({ settle }, at) => settle(toOutcome(answers[at])))
    else if (isClosed) giveUp(inTime, noTurn)
    else retryOrGiveUp(inTime)
    underWay -= 1
    turns.end(items)
    pump()
  }
  const retryOrGiveUp = (items: readonly Item[]) => {
    for (const item of items) {
      if (items.length > 1) turns.add({ ...item, isSuspect: true })
      else {
        suspicion.raise(item.accountId)
        giveUp([item], tookTooLong)
      }
    }
  }
  return {
    run: <J extends SandboxJob>(accountId: string, job: J) =>
      new Promise<SandboxOutcome<J>>((resolve) => {
        const settle = resolve as Item['settle']
        const isSuspect = suspicion.isOn(accountId)
        const item = { accountId, job, expiresAt: performance.now() + patienceMs, isSuspect, settle }
        if (isClosed) return giveUp([item], noTurn)
        turns.add(item)
        pumpSoon()
      }),
    close: async () => {
      isClosed = true
      giveUp(turns.clear(), noTurn)
      await pool?.close()
    },
  }
}

const toOutcome = (answer: SandboxAnswer<SandboxJob> | undefined): SandboxOutcome<SandboxJob> =>
  answer === undefined ? tookTooLong : { kind: 'answered', answer }

const giveUp = (items: readonly Item[], outcome: GivenUp) => {
  for (const { settle } of items) settle(outcome)
}

const isInTime = (item: Item): boolean => {
  const isStillWaitedFor = performance.now() < item.expiresAt
  if (!isStillWaitedFor) giveUp([item], noTurn)
  return isStillWaitedFor
}

/** Only bodies to read go together: a template may take its time. */
const lengthOf = ({ job }: Item) => (job.kind === 'read' ? (job.body?.length ?? 0) : batchLength)

const fits = (batch: readonly Item[], item: Item): boolean =>
  batch.length < batchItems && batch.reduce((sum, one) => sum + lengthOf(one), lengthOf(item)) <= batchLength
