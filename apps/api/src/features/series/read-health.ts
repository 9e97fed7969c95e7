import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { type InstanceWithLimits, limitsOf } from '@knockwire/domain/instance/limits'
import { summaryOf } from '@knockwire/domain/series/build-series'
import { rollupSeconds, type SeriesSpan } from '@knockwire/domain/series/series-ranges'
import type { TaskHealth } from '@knockwire/domain/tasks/task-health'
import type { ApiContext, Caller } from '../../context.ts'
import { findTask, type TaskRow } from '../../access/owned/owned-task.ts'
import { recentRunsOf } from '../tasks/read-tasks.ts'
import { selectPausedSince, selectPlan, selectTurn, selectUp } from './health-queries.ts'
import { selectRollups } from './queries.ts'

const dayMs = 86_400_000

/** What the strip of a task's page holds. */
const runsOfStrip = 60

/** How a task is now. */
export const readHealth = async (
  { db, settings, now }: ApiContext,
  caller: Caller,
  { taskId }: { taskId: string },
): Promise<TaskHealth> => {
  const { schedule } = await findTask(db, caller, taskId)
  const span: SeriesSpan = { fromMs: now() - dayMs, toMs: now() + dayMs, bucketSeconds: 10 * rollupSeconds }
  const [rollups, recent, { since, lastOutage }] = await Promise.all([
    selectRollups(db, { taskId, span }),
    recentRunsOf(db, [taskId], runsOfStrip),
    readSince(db, schedule, now()),
  ])
  const recentRuns = recent.get(taskId) ?? []
  const { uptimePercent, medianMs, p95Ms } = summaryOf(rollups, countedOf(recentRuns, span))
  return {
    since: since?.toISOString() ?? null,
    lastOutage: lastOutage && {
      ...lastOutage,
      from: lastOutage.from.toISOString(),
      to: lastOutage.to.toISOString(),
    },
    failing: await readFailing(db, schedule, settings),
    uptimePercent,
    medianMs,
    p95Ms,
    recentRuns,
  }
}

/** Those that the counts of the span hold, as far as they are among the last runs. */
const countedOf = (runs: TaskHealth['recentRuns'], { fromMs }: SeriesSpan) =>
  runs
    .filter(({ trigger, status }) => trigger === 'SCHEDULE' && (status === 'SUCCEEDED' || status === 'FAILED'))
    .map((run) => ({ ...run, atMs: Date.parse(run.createdAt) }))
    .filter(({ atMs }) => atMs >= fromMs)

const readSince = async (
  db: DatabaseOrTransaction,
  { taskId, status, failingSince }: TaskRow['schedule'],
  nowMs: number,
) => {
  if (status === 'DISABLED') return { since: await selectPausedSince(db, taskId), lastOutage: null }
  return failingSince === null ? selectUp(db, { taskId, nowMs }) : { since: failingSince, lastOutage: null }
}

const readFailing = async (
  db: DatabaseOrTransaction,
  { taskId, accountId, status, failingRuns, failingSince, consecutiveFailures }: TaskRow['schedule'],
  instance: InstanceWithLimits,
): Promise<TaskHealth['failing']> => {
  if (failingSince === null) return null
  const { firstRunId, lastSuccess } = await selectTurn(db, { taskId, failingSince })
  const plan = status === 'ACTIVE' && consecutiveFailures > 0 ? await selectPlan(db, accountId) : null
  const allowed = plan === null ? null : limitsOf(plan, instance).failuresBeforeDeactivation
  return {
    runs: failingRuns,
    failures: consecutiveFailures,
    since: failingSince.toISOString(),
    firstRunId,
    lastSuccess: lastSuccess && { id: lastSuccess.id, at: lastSuccess.at.toISOString() },
    failuresUntilDeactivation: allowed === null ? null : Math.max(0, allowed - consecutiveFailures),
  }
}
