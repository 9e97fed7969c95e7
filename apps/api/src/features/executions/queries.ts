import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { executionDetails, executions, sentRequests } from '@knockwire/db/schema/executions'
import { tasks } from '@knockwire/db/schema/tasks'
import type { SharedRequest, StoredRequest } from '@knockwire/db/stored-json'
import { eq, getTableColumns, sql } from 'drizzle-orm'

/** A page of ten never reaches it; it bounds what a page of a hundred may hold in memory. */
const pageBodyBytes = 16 * 1024 * 1024

/** The index is `nulls last`, and read in its order only by whoever asks for the same. */
export const newestFirst = sql`${executions.id} desc nulls last`

const { responseBody, ...detailColumns } = getTableColumns(executionDetails)

/** Sums the sizes without reading the bodies themselves. */
const bodyWithinPage = sql<Uint8Array | null>`
  case when sum(octet_length(${responseBody})) over (order by ${newestFirst}) <= ${pageBodyBytes} then ${responseBody} end`

const columns = {
  execution: getTableColumns(executions),
  details: detailColumns,
  responseBody: bodyWithinPage,
  bodyBytes: sql<number | null>`octet_length(${responseBody})`,
  /** Where the request is stored once for all executions that sent it. */
  sharedRequest: sql<SharedRequest | null>`
    case when ${executionDetails.requestHash} is not null then (
      select ${sentRequests.request} from ${sentRequests}
      where ${sentRequests.taskId} = ${executions.taskId} and ${sentRequests.hash} = ${executionDetails.requestHash}
    ) end`,
  /** Of an execution that has not ended, or whose request could not be recorded: what the task would send now. */
  plannedRequest: sql<StoredRequest | null>`
    case when ${executionDetails.request} is null and ${executionDetails.requestHash} is null then (select ${tasks.request} from ${tasks} where ${tasks.id} = ${executions.taskId}) end`,
}

/** A page of a task's history, newest first. Which rows are on it is told by the index alone. */
export const selectPage = (
  db: DatabaseOrTransaction,
  { taskId, page, size }: { taskId: string; page: number; size: number },
) => {
  const chosen = db
    .select({ id: executions.id })
    .from(executions)
    .where(eq(executions.taskId, taskId))
    .orderBy(newestFirst)
    .limit(size)
    .offset(page * size)
    .as('chosen')
  return db
    .select(columns)
    .from(chosen)
    .innerJoin(executions, eq(executions.id, chosen.id))
    .leftJoin(executionDetails, eq(executionDetails.executionId, executions.id))
    .orderBy(newestFirst)
}

export type ExecutionRow = Awaited<ReturnType<typeof selectPage>>[number]
