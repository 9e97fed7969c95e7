import { plainArray, textArray } from '@knockwire/db/sql-array'
import { schedules } from '@knockwire/db/schema/tasks'
import { inTransaction } from '@knockwire/db/transaction'
import { type InstanceWithLimits, limitsByPlan } from '@knockwire/domain/instance/limits'
import type { Cause } from '@knockwire/domain/schedules/planned-instants'
import { insertMissed, overdueOf } from '@knockwire/services/schedules/missed-runs'
import { disableFailingSql } from '@knockwire/services/schedules/schedule-sql'
import { inArray } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { RunConditions, RunToDecide, ToDecide } from '../../conditions/run-conditions.ts'
import { noteOutage } from '../../outage/record-outage.ts'
import { isInconclusiveOutcome, type RunResult } from '../run.ts'
import { type RecordedResult, writeResults } from './write-results.ts'
import { insertDeactivationsSql } from '@knockwire/services/audit/audit-sql'

/** The plans whose tasks are deactivated for their failures, and after how many. */
const failureLimits = (instance: InstanceWithLimits) =>
  limitsByPlan(instance).flatMap(({ plan, limits: { failuresBeforeDeactivation: limit } }) =>
    limit === null ? [] : [{ plan, limit }],
  )

/** Their owners are mailed by maintenance, one mail for all that are deactivated together. */
const deactivateSql = `
  with failing as (${disableFailingSql}
    returning s.task_id, s.account_id, s.consecutive_failures
  ), events as (${insertDeactivationsSql})
  insert into deactivations_to_mail (account_id, task_id, failures, deactivated_at)
  select account_id, task_id, consecutive_failures, now() from failing order by account_id, task_id
  on conflict (account_id, task_id)
    do update set failures = excluded.failures, deactivated_at = excluded.deactivated_at
  returning task_id`

/** Stops the schedules whose runs have failed as often in a row as their account's limits allow; gives how many. */
export const deactivateFailing = async (
  client: pg.PoolClient,
  recorded: readonly RecordedResult[],
  instance: InstanceWithLimits,
): Promise<number> => {
  const limits = failureLimits(instance)
  const lowestLimit = Math.min(...limits.map(({ limit }) => limit))
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
  const db = drizzle(client)
  // While the run was in flight, times may have passed that would run next.
  const taskIds = failing.map(({ result }) => result.taskId)
  const ended = new Map(failing.flatMap(({ result }) => inFlightOf(result)))
  const overdue = await overdueOf(db, inArray(schedules.taskId, taskIds), ended)
  const { rows } = await client.query<{ task_id: string }>({ name: 'deactivate_failing', text: deactivateSql, values })
  const deactivated = new Set(rows.map((row) => row.task_id))
  await insertMissed(
    db,
    overdue.filter(({ taskId }) => deactivated.has(taskId)),
  )
  return deactivated.size
}

/** When it kept others of its task from running, by the task. */
const inFlightOf = ({ taskId, executionId, startedMs, outcome }: RunResult): [string, Cause][] => {
  if (startedMs === null || outcome.responseTimeMs === null) return []
  const times = { fromMs: startedMs, toMs: startedMs + outcome.responseTimeMs }
  return [[taskId, { reason: 'OVERLAP', ...times, executionId }]]
}

/** A result, and what is to be decided on it; null where that is nothing. */
export interface ResultToRecord {
  result: RunResult
  toDecide: ToDecide | null
}

interface RecordTools extends InstanceWithLimits {
  pool: pg.Pool
  conditions: RunConditions
  onDeactivated: (tasks: number) => void
}

/** Commits the results of a batch of runs, and all that follows from them, in one transaction. */
export const recordResults = async (
  items: readonly ResultToRecord[],
  tools: RecordTools,
): Promise<RecordedResult[]> => {
  const { pool, onDeactivated } = tools
  const hasFailure = items.some(({ result }) => result.outcome.status === 'FAILED')
  const results = items.map(({ result }) => result)
  // Most batches are one statement, which needs no transaction around it: three round trips less.
  if (!hasFailure && items.every(({ toDecide }) => toDecide === null)) return writeResults(pool, results)
  const { recorded, deactivated, afterCommit } = await inTransaction(pool, (client) =>
    recordWithin(client, items, tools),
  )
  afterCommit?.()
  if (deactivated > 0) onDeactivated(deactivated)
  return recorded
}

interface RecordedWithin {
  recorded: RecordedResult[]
  deactivated: number
  /** To be called once the transaction is committed. */
  afterCommit: (() => void) | null
}

/** The same in a transaction that the caller has begun. */
export const recordWithin = async (
  client: pg.PoolClient,
  items: readonly ResultToRecord[],
  tools: Pick<RecordTools, 'conditions' | 'limits'>,
): Promise<RecordedWithin> => {
  const recorded = await writeResults(
    client,
    items.map(({ result }) => result),
  )
  const deactivated = await deactivateFailing(client, recorded, tools)
  const writtenResults = new Set(recorded.map(({ result }) => result))
  await noteOutage(client, [...writtenResults])
  const toDecide = items.filter(isToDecide).filter(({ result }) => writtenResults.has(result))
  const afterCommit = toDecide.length === 0 ? null : await tools.conditions.decide(client, toDecide)
  return { recorded, deactivated, afterCommit }
}

const isToDecide = (item: ResultToRecord): item is RunToDecide => item.toDecide !== null
