import { maxAheadMs } from '@knockwire/db/uuidv7'
import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { accounts } from '@knockwire/db/schema/accounts'
import { executionRollups, executions, isBadQuarter } from '@knockwire/db/schema/executions'
import { schedulePauses } from '@knockwire/db/schema/tasks'
import { inconclusiveCodes } from '@knockwire/domain/executions/inconclusive'
import type { Plan } from '@knockwire/domain/plans/plan'
import { rollupSeconds } from '@knockwire/domain/series/series-ranges'
import { and, desc, eq, gt, gte, inArray, isNull, lt, min, or, sql } from 'drizzle-orm'
import { firstIdAt, newestFirst, startOfRun } from './queries.ts'

/** A run comes to be no earlier before it starts; it may wait for its account's turn. */
const longestWaitMs = 3_600_000

const runOf = { id: executions.id, at: startOfRun.as('at') }
const ofSchedule = (taskId: string) => and(eq(executions.taskId, taskId), eq(executions.trigger, 'SCHEDULE'))
const isGood = and(eq(executions.status, 'SUCCEEDED'), lt(executions.statusCode, 400))
const isBad = or(
  gte(executions.statusCode, 400),
  and(eq(executions.status, 'FAILED'), sql`${inArray(executions.errorCode, [...inconclusiveCodes])} is not true`),
)

/**
 * Where a task's runs began to fail: the first run that did, and the last success before it; null what its history does not
 * hold. Reads the index from there on, a row or two of it where the success is the run before.
 */
export const selectTurn = async (
  db: DatabaseOrTransaction,
  { taskId, failingSince }: { taskId: string; failingSince: Date },
): Promise<{ firstRunId: string | null; lastSuccess: { id: string; at: Date } | null }> => {
  const sinceMs = failingSince.getTime()
  const [first] = await db
    .select({ id: executions.id })
    .from(executions)
    .where(
      and(
        ofSchedule(taskId),
        gte(executions.id, firstIdAt(sinceMs - longestWaitMs)),
        // An id may be ahead of the time it was made at: those of one process count up.
        lt(executions.id, firstIdAt(sinceMs + maxAheadMs + 1)),
        sql`${startOfRun} = ${failingSince.toISOString()}::timestamptz`,
      ),
    )
    .orderBy(newestFirst)
    .limit(1)
  const [last] = await db
    .select(runOf)
    .from(executions)
    .where(and(ofSchedule(taskId), lt(executions.id, first?.id ?? firstIdAt(sinceMs)), isGood))
    .orderBy(newestFirst)
    .limit(1)
  return { firstRunId: first?.id ?? null, lastSuccess: last ?? null }
}

/** The newest quarter of an hour in which a run failed or got a response of 400 or above; an index has those quarters alone. */
export const lastBadQuarter = (db: DatabaseOrTransaction, taskId: string) => {
  const { bucketAt } = executionRollups
  return db
    .select({ at: bucketAt })
    .from(executionRollups)
    .where(and(eq(executionRollups.taskId, taskId), isBadQuarter))
    .orderBy(desc(bucketAt))
    .limit(1)
}

/**
 * Since when no run of a task failed or got a response of 400 or above; null where none was counted. The counts tell in
 * which quarter of an hour the last bad run was, and the history which run was the first good one after it. Where the history
 * no longer holds that quarter, it is the quarter's end, or now where that is still to come.
 */
export const selectUp = async (
  db: DatabaseOrTransaction,
  { taskId, nowMs }: { taskId: string; nowMs: number },
): Promise<Up> => {
  const [last] = await lastBadQuarter(db, taskId)
  if (last === undefined) return { since: await selectFirstStart(db, taskId), lastOutage: null }
  const [fromMs, toMs] = [last.at.getTime(), last.at.getTime() + rollupSeconds * 1000]
  const [bad] = await db
    .select({ ...runOf, statusCode: executions.statusCode })
    .from(executions)
    .where(
      and(
        ofSchedule(taskId),
        gte(executions.id, firstIdAt(fromMs - longestWaitMs)),
        lt(executions.id, firstIdAt(toMs + maxAheadMs)),
        isBad,
      ),
    )
    .orderBy(newestFirst)
    .limit(1)
  const good = bad && (await selectFirstGood(db, taskId, bad.id))
  if (bad === undefined || good === undefined) return { since: new Date(Math.min(toMs, nowMs)), lastOutage: null }
  const from = await selectOutageStart(db, taskId, bad)
  return { since: good.at, lastOutage: { from, to: good.at, statusCode: bad.statusCode } }
}

interface Up {
  since: Date | null
  lastOutage: { from: Date; to: Date; statusCode: number | null } | null
}

/** An outage is followed so far back: its runs are read one after the other. */
const longestOutageMs = 7 * 86_400_000

/** When the first of the runs in a row started that ended with this bad one. */
const selectOutageStart = async (db: DatabaseOrTransaction, taskId: string, bad: { id: string; at: Date }) => {
  const earliest = firstIdAt(bad.at.getTime() - longestOutageMs)
  const [good] = await db
    .select({ id: executions.id })
    .from(executions)
    .where(and(ofSchedule(taskId), gte(executions.id, earliest), lt(executions.id, bad.id), isGood))
    .orderBy(newestFirst)
    .limit(1)
  const [first] = await db
    .select(runOf)
    .from(executions)
    .where(and(ofSchedule(taskId), gt(executions.id, good?.id ?? earliest), isBad))
    .orderBy(oldestFirst)
    .limit(1)
  return first?.at ?? bad.at
}

const selectFirstGood = async (db: DatabaseOrTransaction, taskId: string, afterId: string) => {
  const [good] = await db
    .select(runOf)
    .from(executions)
    .where(and(ofSchedule(taskId), gt(executions.id, afterId), isGood))
    .orderBy(oldestFirst)
    .limit(1)
  return good
}

/** The index, read backwards. */
const oldestFirst = sql`${executions.id} asc nulls first`

/** When the first run that was counted started, or its quarter of an hour where the history no longer holds it. */
const selectFirstStart = async (db: DatabaseOrTransaction, taskId: string): Promise<Date | null> => {
  const { bucketAt, runs } = executionRollups
  const [counted] = await db
    .select({ at: min(bucketAt) })
    .from(executionRollups)
    .where(and(eq(executionRollups.taskId, taskId), gt(runs, 0)))
  const quarterMs = counted?.at?.getTime()
  if (quarterMs === undefined) return null
  const first = await selectFirstGood(db, taskId, firstIdAt(quarterMs - longestWaitMs))
  const isWithin = first !== undefined && first.at.getTime() < quarterMs + rollupSeconds * 1000
  return isWithin ? first.at : new Date(quarterMs)
}

/** Since when a disabled task is so; null where it is not. */
export const selectPausedSince = async (db: DatabaseOrTransaction, taskId: string): Promise<Date | null> => {
  const { fromAt, toAt } = schedulePauses
  const [pause] = await db
    .select({ fromAt })
    .from(schedulePauses)
    .where(and(eq(schedulePauses.taskId, taskId), isNull(toAt)))
    .orderBy(desc(fromAt))
    .limit(1)
  return pause?.fromAt ?? null
}

/** The plan of an account; null where it was deleted meanwhile. */
export const selectPlan = async (db: DatabaseOrTransaction, accountId: string): Promise<Plan | null> => {
  const [account] = await db.select({ plan: accounts.plan }).from(accounts).where(eq(accounts.id, accountId))
  return account?.plan ?? null
}
