import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { executionDetails, executions } from '@knockwire/db/schema/executions'
import { and, eq, inArray, sql } from 'drizzle-orm'

/** A task's last executions that have ended, the newest first, with their answers. */
export const selectNewestEnded = (db: DatabaseOrTransaction, taskId: string, count: number) =>
  db
    .select({
      id: executions.id,
      status: executions.status,
      statusCode: executions.statusCode,
      responseTimeMs: executions.responseTimeMs,
      errorCode: executions.errorCode,
      errorMessage: executionDetails.errorMessage,
      responseHeaders: executionDetails.responseHeaders,
      responseBody: executionDetails.responseBody,
      isTruncated: executionDetails.isTruncated,
    })
    .from(executions)
    .innerJoin(executionDetails, eq(executionDetails.executionId, executions.id))
    .where(and(eq(executions.taskId, taskId), inArray(executions.status, ['SUCCEEDED', 'FAILED'])))
    // The index is `nulls last`, and read in its order only by whoever asks for the same.
    .orderBy(sql`${executions.id} desc nulls last`)
    .limit(count)

export type EndedExecution = Awaited<ReturnType<typeof selectNewestEnded>>[number]
