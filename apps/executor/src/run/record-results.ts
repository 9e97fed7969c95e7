import { plainArray, textArray } from '@knockwire/db/sql-array'
import { inTransaction } from '@knockwire/db/transaction'
import { plans } from '@knockwire/domain/plans/plans'
import { disableFailingSql } from '@knockwire/services/schedules/schedule-sql'
import type pg from 'pg'
import { noteOutage } from '../outage/record-outage.ts'
import { isInconclusiveOutcome, type RunResult } from './execution.ts'
import { type RecordedResult, writeResults } from './write-results.ts'

const limits = Object.entries(plans).map(([plan, { failuresBeforeDeactivation }]) => ({
  plan,
  limit: failuresBeforeDeactivation,
}))
const lowestLimit = Math.min(...limits.map(({ limit }) => limit))

/** Their owners are mailed by maintenance, one mail for all that are deactivated together. */
const deactivateSql = `
  with failing as (${disableFailingSql}
    returning s.task_id, s.account_id, s.consecutive_failures
  )
  insert into deactivations_to_mail (account_id, task_id, failures, deactivated_at)
  select account_id, task_id, consecutive_failures, now() from failing order by account_id, task_id
  on conflict (account_id, task_id)
    do update set failures = excluded.failures, deactivated_at = excluded.deactivated_at`

/** Stops the schedules whose runs have failed as often in a row as their owner's plan allows; gives how many. */
export const deactivateFailing = async (
  client: pg.PoolClient,
  recorded: readonly RecordedResult[],
): Promise<number> => {
  const failing = recorded.filter(
    ({ result, released }) =>
      released?.isActive && released.consecutiveFailures >= lowestLimit && !isInconclusiveOutcome(result.outcome),
  )
  if (failing.length === 0) return 0
  const values = [
    plainArray(failing.map(({ result }) => result.taskId)),
    textArray(limits.map(({ plan }) => plan)),
    plainArray(limits.map(({ limit }) => limit)),
  ]
  return (await client.query({ name: 'deactivate_failing', text: deactivateSql, values })).rowCount ?? 0
}

/** What follows from a run's result: its notifications' conditions are decided. */
export interface PostRunHook {
  /** Before the result joins a batch to be committed: slow work here delays this execution alone. */
  prepare: (result: RunResult) => Promise<void>
  /** Instead of `prepare`, where deciding them has failed: their owner is notified that they could not be decided. */
  prepareNotice: (result: RunResult) => Promise<void>
  /** Whether there is anything to record for the result. */
  appliesTo: (result: RunResult) => boolean
  /** Writes in the transaction that records the results. It may be repeated. */
  record: (client: pg.ClientBase, recorded: readonly RecordedResult[]) => Promise<void>
  /** After that transaction is committed. */
  onCommitted: () => void
}

interface RecordTools {
  pool: pg.Pool
  postRun: PostRunHook
  onDeactivated: (tasks: number) => void
}

/** Commits the results of a batch of runs, and all that follows from them, in one transaction. */
export const recordResults = async (results: readonly RunResult[], tools: RecordTools): Promise<RecordedResult[]> => {
  const { pool, postRun, onDeactivated } = tools
  const isHooked = results.some((result) => postRun.appliesTo(result))
  const hasFailure = results.some(({ outcome }) => outcome.status === 'FAILED')
  // Most batches are one statement, which needs no transaction around it: three round trips less.
  if (!isHooked && !hasFailure) return writeResults(pool, results)
  let deactivated = 0
  const recorded = await inTransaction(pool, async (client) => {
    const written = await writeResults(client, results)
    deactivated = await deactivateFailing(client, written)
    await noteOutage(
      client,
      written.map(({ result }) => result),
    )
    if (isHooked)
      await postRun.record(
        client,
        written.filter(({ result }) => postRun.appliesTo(result)),
      )
    return written
  })
  if (isHooked) postRun.onCommitted()
  if (deactivated > 0) onDeactivated(deactivated)
  return recorded
}
