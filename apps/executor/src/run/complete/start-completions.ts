import { randomUUID } from 'node:crypto'
import { isDatabaseOutage } from '@knockwire/db/failures/database-outage'
import { inTransaction } from '@knockwire/db/transaction'
import { completions } from '@knockwire/domain/jobs'
import { createWakeableTimer } from '@knockwire/queue/wakeable-timer'
import type { SecretValuesOf } from '@knockwire/services/requests/secret-values'
import type { RunConditions } from '../../conditions/run-conditions.ts'
import type { ExecutorContext } from '../../context.ts'
import { recordWithin } from '../record/record-results.ts'
import type { RecordedResult } from '../record/write-results.ts'
import {
  adoptCompleted,
  claimCompleted,
  type ClaimedCompletion,
  completedAtOnce,
  deleteCompletions,
  nextCompletionIn,
  postpone,
} from './completed-rows.ts'
import { completedResult } from './completed-result.ts'
import { withoutSecretsIn } from './repeated-secrets.ts'

/** What nobody announced, and a deadline that was not there before, is found by looking. */
const longestWaitMs = 1000
/** Of those that somebody else has locked. */
const waitForOthersMs = 50

interface CompletionOptions {
  conditions: RunConditions
  /** What requests refer to. */
  secretValuesOf: SecretValuesOf
  onRecorded: (recorded: readonly RecordedResult[]) => void
  onDeactivated: (tasks: number) => void
}

type Tools = Pick<ExecutorContext, 'database' | 'queue' | 'secrets' | 'settings' | 'onError'>

/**
 * Ends executions whose targets have said how they ended, or have not in time. Each is ended in one transaction with all that
 * follows from it, by whichever executor locks it first: nothing of it is in the memory of a process.
 */
export const startCompletions = (context: Tools, options: CompletionOptions): { stop: () => Promise<void> } => {
  const { database, queue, onError } = context
  const timer = createWakeableTimer()
  queue.onJobsSent(completions, timer.wake)
  const endGroup = createGroupEnding(context, options)
  const turn = async (): Promise<number> => {
    const waitMs = await nextCompletionIn(database.pool)
    if (waitMs === null || waitMs > 0) return Math.min((waitMs ?? Infinity) + 1, longestWaitMs)
    return (await endGroup()) > 0 ? 0 : waitForOthersMs
  }
  const loop = async () => {
    while (!timer.isStopped()) {
      const waitMs = await turn().catch((error: unknown) => {
        onError(error instanceof Error ? error : new Error(String(error)))
        return longestWaitMs
      })
      await timer.sleep(waitMs, 0)
    }
  }
  const ended = loop()
  return {
    stop: async () => {
      timer.stop()
      await ended
    },
  }
}

/** So many outages in a row are no longer taken for the database's own: other statements are answered in between. */
const mostOutages = 3

/**
 * Ends a group of them, gives how many were due. One that cannot be ended does not keep the others from it, whatever the reason is: it is
 * looked at later.
 */
const createGroupEnding = (context: Tools, options: CompletionOptions): (() => Promise<number>) => {
  let outages = 0
  return async () => {
    try {
      const due = await endCompleted(context, options, completedAtOnce)
      outages = 0
      return due
    } catch (error) {
      if (isDatabaseOutage(error) && ++outages < mostOutages) throw error
      return endSingle(context, options)
    }
  }
}

/** Ends the first that is due. Where that fails, the one that it had locked is looked at later, whichever is the first by then. */
const endSingle = async (context: Tools, options: CompletionOptions): Promise<number> => {
  let claimed: readonly ClaimedCompletion[] = []
  try {
    return await endCompleted(context, options, 1, (locked) => (claimed = locked))
  } catch (error) {
    await postpone(context.database.pool, claimed)
    throw error
  }
}

/** Ends so many of them at most; gives how many were due. */
const endCompleted = async (
  context: Tools,
  options: CompletionOptions,
  limit: number,
  onClaimed?: (claimed: readonly ClaimedCompletion[]) => void,
): Promise<number> => {
  const { database, secrets, settings } = context
  const { conditions, secretValuesOf, onRecorded, onDeactivated } = options
  const attempt = randomUUID()
  const { due, written } = await inTransaction(database.pool, async (client) => {
    const claimed = await claimCompleted(client, limit)
    onClaimed?.(claimed)
    const adopted = await adoptCompleted(client, attempt, claimed)
    const rows = await withoutSecretsIn(client, adopted.rows, secretValuesOf)
    const results = rows.map((row) => completedResult(row, attempt, secrets))
    const toDecide = await conditions.readWithin(client, results)
    const items = results.map((result) => ({ result, toDecide: toDecide.get(result) ?? null }))
    const recorded = await recordWithin(client, items, { conditions, limits: settings.limits })
    await deleteCompletions(client, adopted.ended)
    return { due: claimed.length, written: recorded }
  })
  written.afterCommit?.()
  if (written.deactivated > 0) onDeactivated(written.deactivated)
  onRecorded(written.recorded)
  return due
}
