import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { executions } from '@knockwire/db/schema/executions'
import { missedRuns, schedulePauses } from '@knockwire/db/schema/tasks'
import type {
  LagView,
  MissedRunsView,
  PlannedRunsQuery,
  PlannedRunsView,
} from '@knockwire/domain/schedules/missed-runs'
import { and, count, desc, eq, gte, isNull, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { requireTask } from '../../access/owned/owned-task.ts'
import type { ApiContext, Caller } from '../../context.ts'
import { firstIdAt } from './queries.ts'

const lagDays = 30
const dayMs = 86_400_000

interface ReadPlanned {
  taskId: string
  query: z.infer<typeof PlannedRunsQuery>
}

/** Of a task that is switched on and off all the time, the latest. */
const mostPauses = 1000

/** What became of a task's planned times: those that did not run, and how late those ran that did. */
export const readPlanned = async (
  { db, now }: ApiContext,
  caller: Caller,
  { taskId, query: { page, size } }: ReadPlanned,
): Promise<PlannedRunsView> => {
  await requireTask(db, caller, taskId)
  const since = new Date(now() - lagDays * dayMs)
  const ofTask = eq(missedRuns.taskId, taskId)
  const [rows, [counted], lag, pauses] = await Promise.all([
    db
      .select()
      .from(missedRuns)
      .where(ofTask)
      .orderBy(desc(missedRuns.fromAt), desc(missedRuns.id))
      .limit(size)
      .offset(page * size),
    db.select({ total: count() }).from(missedRuns).where(ofTask),
    selectLag(db, { taskId, since }),
    db
      .select({ from: schedulePauses.fromAt, to: schedulePauses.toAt })
      .from(schedulePauses)
      .where(and(eq(schedulePauses.taskId, taskId), or(isNull(schedulePauses.toAt), gte(schedulePauses.toAt, since))))
      .orderBy(desc(schedulePauses.fromAt))
      .limit(mostPauses),
  ])
  return {
    results: rows.map(presentMissed),
    total: counted?.total ?? 0,
    page,
    lag,
    disabled: pauses.map(({ from, to }) => ({ from: from.toISOString(), to: to?.toISOString() ?? null })),
  }
}

const presentMissed = (row: typeof missedRuns.$inferSelect): MissedRunsView => ({
  id: row.id,
  reason: row.reason,
  from: row.fromAt.toISOString(),
  to: row.toAt.toISOString(),
  runs: row.runs,
  isAtLeast: row.isAtLeast,
  runningExecutionId: row.runningExecutionId,
  awayFrom: row.awayFrom?.toISOString() ?? null,
  awayTo: row.awayTo?.toISOString() ?? null,
})

/** Of those in the history, of which there are some thousand at most: they are read by the history's index. */
const selectLag = async (
  db: DatabaseOrTransaction,
  { taskId, since }: { taskId: string; since: Date },
): Promise<LagView | null> => {
  const { startedAt, scheduledFor, trigger } = executions
  const lagMs = sql`greatest(0, extract(epoch from ${startedAt} - ${scheduledFor}) * 1000)::float8`
  const [lag] = await db
    .select({
      runs: count(),
      p50Ms: sql<number | null>`percentile_disc(0.5) within group (order by ${lagMs})`,
      p99Ms: sql<number | null>`percentile_disc(0.99) within group (order by ${lagMs})`,
    })
    .from(executions)
    .where(
      and(
        eq(executions.taskId, taskId),
        gte(executions.id, firstIdAt(since.getTime())),
        eq(trigger, 'SCHEDULE'),
        sql`${startedAt} is not null`,
      ),
    )
  if (lag === undefined || lag.p50Ms === null || lag.p99Ms === null) return null
  return { runs: lag.runs, p50Ms: Math.round(lag.p50Ms), p99Ms: Math.round(lag.p99Ms) }
}
