import { uuidv7 } from '@knockwire/db/uuidv7'
import { executions } from '@knockwire/db/schema/executions'
import { missedRuns, schedules } from '@knockwire/db/schema/tasks'
import type { DatabaseOrTransaction } from '@knockwire/db/client'
import {
  type Cause,
  createInstantCounter,
  explainLoss,
  type LostInstants,
} from '@knockwire/domain/schedules/planned-instants'
import { and, asc, inArray, lte, type SQL, sql } from 'drizzle-orm'

/** Planned times of a task that did not run. */
export interface LostOfTask extends LostInstants {
  taskId: string
}

/** Rows of one statement: each of their columns is a parameter, of which there may be 65,535. */
const rowsAtOnce = 1000

export const insertMissed = async (db: DatabaseOrTransaction, lost: readonly LostOfTask[]): Promise<void> => {
  for (let from = 0; from < lost.length; from += rowsAtOnce)
    await db.insert(missedRuns).values(lost.slice(from, from + rowsAtOnce).map(missedRunRow))
}

/** What is stored of them. */
const missedRunRow = ({
  taskId,
  reason,
  firstMs,
  lastMs,
  count,
  isAtLeast,
  cause,
}: LostOfTask): typeof missedRuns.$inferInsert => ({
  id: uuidv7(),
  taskId,
  reason,
  fromAt: new Date(firstMs),
  toAt: new Date(lastMs),
  runs: count,
  isAtLeast,
  runningExecutionId: cause?.executionId ?? null,
  awayFrom: reason === 'AWAY' && cause !== null && Number.isFinite(cause.fromMs) ? new Date(cause.fromMs) : null,
  awayTo: reason === 'AWAY' && cause !== null ? new Date(cause.toMs) : null,
})

/**
 * The times of schedules that are about to be stopped or moved which are overdue, and so will not run any more. A run that is in flight
 * kept those from running that came after its start, and so did one that has just `ended`, which its schedule does not name any more.
 */
export const overdueOf = async (
  tx: DatabaseOrTransaction,
  ofTasks: SQL,
  ended: ReadonlyMap<string, Cause> = new Map(),
): Promise<LostOfTask[]> => {
  const now = sql<number>`extract(epoch from clock_timestamp())::float8 * 1000`
  const overdue = await tx
    .select({ schedule: schedules, nowMs: now })
    .from(schedules)
    .where(and(ofTasks, lte(schedules.dueAt, sql`clock_timestamp()`)))
    .orderBy(asc(schedules.taskId))
    .for('no key update')
  const startOf = await startsOf(
    tx,
    overdue.flatMap(({ schedule }) => schedule.inFlightExecutionId ?? []),
  )
  const count = createInstantCounter()
  return overdue.flatMap(({ schedule, nowMs }) => {
    const { taskId, dueAt, anchorAt, inFlightExecutionId } = schedule
    if (dueAt === null) return []
    const range = { fromMs: dueAt.getTime(), beforeMs: Math.floor(nowMs) + 1 }
    const anchorMs = (anchorAt ?? dueAt).getTime()
    const running = startOf.get(inFlightExecutionId ?? '')
    const causes: Cause[] = running === undefined ? [] : [{ ...running, toMs: range.beforeMs }]
    const before = ended.get(taskId)
    if (before !== undefined) causes.push(before)
    const lost = explainLoss(range, causes, { count: (part) => count(schedule, anchorMs, part), otherwise: 'CHANGED' })
    return lost.map((one) => ({ taskId, ...one }))
  })
}

/** Of executions that have started, from when on they keep others from running. */
const startsOf = async (
  db: DatabaseOrTransaction,
  executionIds: readonly string[],
): Promise<Map<string, Omit<Cause, 'toMs'>>> => {
  if (executionIds.length === 0) return new Map()
  const { id, startedAt } = executions
  const rows = await db
    .select({ id, startedAt })
    .from(executions)
    .where(inArray(id, [...executionIds]))
  return new Map(
    rows.flatMap((row) =>
      row.startedAt === null
        ? []
        : [[row.id, { reason: 'OVERLAP' as const, fromMs: row.startedAt.getTime(), executionId: row.id }] as const],
    ),
  )
}

/** Notes what is overdue of schedules that are about to be stopped or moved, and the queued runs that this takes back. */
export const noteOverdue = async (
  tx: DatabaseOrTransaction,
  ofTasks: SQL,
  cancelled: readonly { taskId: string; scheduledFor: Date }[],
): Promise<void> => {
  const ofRuns = cancelled.map(({ taskId, scheduledFor }): LostOfTask => {
    const atMs = scheduledFor.getTime()
    return { taskId, firstMs: atMs, lastMs: atMs, count: 1, isAtLeast: false, reason: 'CHANGED', cause: null }
  })
  await insertMissed(tx, [...ofRuns, ...(await overdueOf(tx, ofTasks))])
}
