import type { DatabaseOrTransaction } from '@knockwire/db/client'
import {
  completions,
  executionDetails,
  executions,
  sentRequests,
  testedRequests,
} from '@knockwire/db/schema/executions'
import { tasks } from '@knockwire/db/schema/tasks'
import type { SharedRequest, StoredRequest } from '@knockwire/db/stored-json'
import type { HistoryResult, TaskHistoryFilters } from '@knockwire/domain/history/filters'
import { inconclusiveCodes } from '@knockwire/domain/executions/inconclusive'
import { watchKey } from '@knockwire/domain/history/history-rules'
import type { ExecutionRow as ExecutionRowView } from '@knockwire/domain/executions/execution'
import { eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import { loadDeliveries } from '../deliveries/load-deliveries.ts'
import { bodyContains } from '../history/body-search.ts'
import { searchedUrl, type Searcher } from '../../access/owned/shown-secrets.ts'
import { anyOf, commonConditions, conditionsOf, textContains } from '../history/filters.ts'
import type { HistorySource } from '../history/history-source.ts'
import { presentRow } from './presenter.ts'

/** A page of ten never reaches it; it bounds what a page of a hundred may hold in memory. */
const pageBodyBytes = 16 * 1024 * 1024

/** The index is `nulls last`, and read in its order only by a query that orders the same way. */
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
  /** Looked at again later where nobody could be called in a part of its time, which is longer then. */
  waitsUntil: sql<string | null>`
    case when ${executions.status} = 'WAITING' then (
      select case when ${completions.receivedAt} is null then greatest(${completions.deadlineAt}, ${completions.checkAt})
        else ${completions.deadlineAt} end from ${completions} where ${completions.executionId} = ${executions.id}
    ) end`,
  /** Of an execution that has not ended, or whose request could not be recorded: what it is to send. */
  plannedRequest: sql<StoredRequest | null>`
    case when ${executionDetails.request} is null and ${executionDetails.requestHash} is null then coalesce(
      (select ${testedRequests.request} from ${testedRequests} where ${testedRequests.executionId} = ${executions.id}),
      (select ${tasks.request} from ${tasks} where ${tasks.id} = ${executions.taskId})
    ) end`,
}

/** Whole executions, newest first. */
export const selectDetailed = (db: DatabaseOrTransaction, ids: readonly string[]) =>
  db
    .select(columns)
    .from(executions)
    .leftJoin(executionDetails, eq(executionDetails.executionId, executions.id))
    .where(inArray(executions.id, [...ids]))
    .orderBy(newestFirst)

export type DetailedExecution = Awaited<ReturnType<typeof selectDetailed>>[number]

/** What rows show of executions, newest first: of a body its size alone, which is known without reading it. */
const selectRows = (db: DatabaseOrTransaction, ids: readonly string[]) =>
  db
    .select({ execution: getTableColumns(executions), bodyBytes: sql<number | null>`octet_length(${responseBody})` })
    .from(executions)
    .leftJoin(executionDetails, eq(executionDetails.executionId, executions.id))
    .where(inArray(executions.id, [...ids]))
    .orderBy(newestFirst)

export type SlimExecution = Awaited<ReturnType<typeof selectRows>>[number]

const loadRows = async (db: DatabaseOrTransaction, ids: readonly string[]): Promise<ExecutionRowView[]> => {
  if (ids.length === 0) return []
  const rows = await selectRows(db, ids)
  const deliveries = await loadDeliveries(db, ids)
  return rows.map((row) => presentRow(row, deliveries.get(row.execution.id) ?? []))
}

/** A task's history, narrowed down by a query's filters, of which the text is searched for as `searcher` may. */
export const historyOfTask = (
  taskId: string,
  query: TaskHistoryFilters,
  searcher: Searcher = {},
): HistorySource<ExecutionRowView> => ({
  isOwn: sql`${executions.taskId} = ${taskId}::uuid`,
  table: sql`${executions}`,
  id: sql`${executions.id}`,
  createdAt: sql`${executions.createdAt}`,
  filters: filtersOf(query, searcher),
  load: loadRows,
  watchKey,
})

const filtersOf = (query: TaskHistoryFilters, searcher: Searcher): SQL[] => {
  const { id, createdAt, statusCode } = executions
  return conditionsOf<TaskHistoryFilters>(query, {
    ...commonConditions({ id: sql`${id}`, createdAt: sql`${createdAt}`, statusCode: sql`${statusCode}` }),
    trigger: (trigger) => sql`${executions.trigger} = ${trigger}`,
    status: (results) => anyOf(results.map(hasResult)),
    text: (text) => contains(text, searcher),
  })
}

const isInconclusive = inArray(executions.errorCode, [...inconclusiveCodes])

const hasResult = (result: HistoryResult): SQL => {
  if (result === 'SUCCEEDED') return sql`(${executions.status} = 'SUCCEEDED' and ${executions.statusCode} < 400)`
  if (result === 'HTTP_ERROR') return sql`(${executions.status} = 'SUCCEEDED' and ${executions.statusCode} >= 400)`
  if (result === 'FAILED') return sql`(${executions.status} = 'FAILED' and ${isInconclusive} is not true)`
  if (result === 'INCONCLUSIVE') return sql`(${isInconclusive} is true)`
  return sql`${executions.status} = ${result}`
}

/** In the URL or the bodies of what was sent, in the URL that answered, or in its body. */
const contains = (text: string, searcher: Searcher): SQL => sql`exists (
  select from execution_details d
  left join sent_requests s on s.task_id = ${executions.taskId} and s.hash = d.request_hash
  cross join lateral (select coalesce(d.request, s.request) as sent) r
  where d.execution_id = ${executions.id} and (
    ${textContains(searchedUrl(sql`coalesce(r.sent ->> 'uri', '')`, searcher), text)}
    or ${textContains(searchedUrl(sql`coalesce(d.final_uri, '')`, searcher), text)}
    or ${textContains(sql`coalesce(r.sent ->> 'body', '')`, text)}
    or ${bodyContains(sql`d.response_body`, sql`d.response_headers`, text)}
  ))`
