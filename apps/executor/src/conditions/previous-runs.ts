import type { Observation } from '@knockwire/domain/conditions/sources/source'
import { FairScheduler } from '@knockwire/queue/fair-scheduler'
import type { PreviousRunLoader } from './observations.ts'
import { type DecidedExecution, longestWaitMs } from './read-rules.ts'

/** Has earlier executions' answers used, the newest first: each call of `next` reads one, and gives null after the first ever. */
export type UseEarlier<T> = (next: () => Promise<Observation | null>) => Promise<T>

/** Gives null where no turn came to read any. */
export type PreviousRunReader = <T>(execution: DecidedExecution, use: UseEarlier<T>) => Promise<T | null>

const startReading = (previousRunOf: PreviousRunLoader, execution: DecidedExecution) => {
  let at = execution.executionId
  return async (): Promise<Observation | null> => {
    const before = await previousRunOf(execution, at)
    at = before?.executionId ?? at
    return before?.observation ?? null
  }
}

/** For one that is stored, of which only few are decided at once. */
export const readPreviousRun =
  (previousRunOf: PreviousRunLoader): PreviousRunReader =>
  async (execution, use) =>
    use(startReading(previousRunOf, execution))

/** Each holds a body of up to 1 MiB at a time until its values are read; with every account's reserved ones at most twice as many. */
const concurrency = 10

/**
 * For executions that are held in memory, of which very many may end at once: the answer is read when its turn comes, and
 * its account's executions wait for each other rather than those of others for them.
 */
export const readPreviousRunInTurn = (
  previousRunOf: PreviousRunLoader,
  maxWaitMs: number = longestWaitMs,
): PreviousRunReader => {
  const scheduler = new FairScheduler<() => void>({ concurrency })
  const admit = () => {
    for (const start of scheduler.admit()) start()
  }
  const waitForTurn = (accountId: string) =>
    new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => {
        scheduler.remove((item) => item === start)
        resolve(false)
      }, maxWaitMs)
      const start = () => {
        clearTimeout(timer)
        resolve(true)
      }
      scheduler.enqueue(accountId, start)
      admit()
    })
  return async (execution, use) => {
    if (!(await waitForTurn(execution.accountId))) return null
    try {
      return await use(startReading(previousRunOf, execution))
    } finally {
      scheduler.release(execution.accountId)
      admit()
    }
  }
}
