import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { executionDetails, executions, sentRequests } from '@knockwire/db/schema/executions'
import { schedules, tasks } from '@knockwire/db/schema/tasks'
import { notFound } from '@knockwire/domain/errors'
import type { ExecutionView } from '@knockwire/domain/executions/execution'
import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Caller } from '../../context.ts'
import type { Following } from '../history/follow/follow-once.ts'
import type { Place } from '../history/follow/read-followed.ts'
import { loadDetailed } from './read-executions.ts'

/** A task's executions that have ended, its tests as well, for who follows them. */
export const followedExecutions = (taskId: string): Following<ExecutionView> => ({
  followee: { kind: 'task', id: taskId },
  event: 'execution',
  historyFor: (caller) => ({
    lastSeq: (db) => findLastSeq(db, caller, taskId),
    numbered: (db, afterSeq, limit) => findNumbered(db, { taskId, afterSeq, limit }),
    unnumbered: (db, afterId, limit) => findUnnumbered(db, { taskId, afterId, limit }),
    isKept: async (db, id) =>
      (await db.$count(executions, and(eq(executions.id, id), eq(executions.taskId, taskId)))) === 1,
    load: loadDetailed,
  }),
})

const findLastSeq = async (db: DatabaseOrTransaction, { accountId }: Caller, taskId: string): Promise<number> => {
  const [found] = await db
    .select({ lastSeq: schedules.lastSeq })
    .from(tasks)
    .innerJoin(schedules, eq(schedules.taskId, tasks.id))
    .where(and(eq(tasks.id, taskId), eq(tasks.accountId, accountId)))
  if (found === undefined) throw notFound('task')
  return found.lastSeq
}

/** A request that many executions share is in each of them. */
const bytes = sql<number>`coalesce(octet_length(${executionDetails.responseBody}), 0)
  + coalesce(octet_length(coalesce(${executionDetails.request}, ${sentRequests.request})::text), 0)`

const isShared = and(
  eq(sentRequests.taskId, executionDetails.taskId),
  eq(sentRequests.hash, executionDetails.requestHash),
)

const findNumbered = (
  db: DatabaseOrTransaction,
  { taskId, afterSeq, limit }: { taskId: string; afterSeq: number; limit: number },
): Promise<Place[]> =>
  db
    .select({ id: executionDetails.executionId, seq: executionDetails.seq, bytes })
    .from(executionDetails)
    .leftJoin(sentRequests, isShared)
    .where(and(eq(executionDetails.taskId, taskId), gt(executionDetails.seq, afterSeq)))
    .orderBy(asc(executionDetails.seq))
    .limit(limit)

const findUnnumbered = (
  db: DatabaseOrTransaction,
  { taskId, afterId, limit }: { taskId: string; afterId: string | null; limit: number },
): Promise<Place[]> =>
  db
    .select({
      id: executions.id,
      seq: executionDetails.seq,
      bytes: sql<number>`coalesce(${executions.storedBytes}, octet_length(${executionDetails.responseBody}), 0)`,
    })
    .from(executions)
    .leftJoin(executionDetails, eq(executionDetails.executionId, executions.id))
    .where(
      and(
        eq(executions.taskId, taskId),
        inArray(executions.status, ['SUCCEEDED', 'FAILED']),
        isNull(executionDetails.seq),
        afterId === null ? undefined : gt(executions.id, afterId),
      ),
    )
    .orderBy(asc(executions.id))
    .limit(limit)
