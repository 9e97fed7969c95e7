import { executionDetails, executions } from '@knockwire/db/schema/executions'
import { tasks } from '@knockwire/db/schema/tasks'
import { decryptHeaders } from '@knockwire/services/secrets/stored-headers'
import { notFound } from '@knockwire/domain/errors'
import type { RevealedHeaders } from '@knockwire/domain/headers/header-list'
import { and, eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { audit } from '../../access/audit.ts'

interface RevealParams {
  taskId: string
  executionId: string
}

/** The headers of an execution's response, unmasked; none where no response came. What was sent is kept masked only. */
export const revealResponseHeaders = async (
  context: ApiContext,
  caller: Caller,
  { taskId, executionId }: RevealParams,
): Promise<RevealedHeaders> => {
  const { db, secrets, log } = context
  const { accountId } = caller
  const [row] = await db
    .select({ headers: executionDetails.responseHeaders })
    .from(executions)
    .innerJoin(tasks, eq(tasks.id, executions.taskId))
    .leftJoin(executionDetails, eq(executionDetails.executionId, executions.id))
    .where(and(eq(executions.id, executionId), eq(executions.taskId, taskId), eq(tasks.accountId, accountId)))
  if (row === undefined) throw notFound('execution')
  const object = { type: 'EXECUTION', id: executionId } as const
  await audit(context, db, caller, { action: 'execution.headers_revealed', object, subjectId: taskId })
  log.info({ accountId, executionId }, 'response headers revealed')
  return { headers: decryptHeaders(row.headers ?? [], secrets) }
}
