import type { Database } from '@knockwire/db/client'
import { executionDetails, executions, sentRequests } from '@knockwire/db/schema/executions'
import { deliveries } from '@knockwire/db/schema/notifications'
import { receivedRequests, receivers, requestForwards } from '@knockwire/db/schema/receivers'
import { tasks } from '@knockwire/db/schema/tasks'
import { requestOfExecution } from '@knockwire/services/executions/sent-request'
import { maskHeaders } from '@knockwire/services/secrets/stored-headers'
import type { StoredHeaders } from '@knockwire/db/stored-json'
import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import { keysetPages } from '../../history/export/keyset-pages.ts'

/** A row may hold a body of 1 MiB: this many are in memory at once. */
const rowsAtOnce = 20

const idsOf = async (db: Database, table: typeof tasks | typeof receivers, accountId: string): Promise<string[]> => {
  const rows = await db
    .select({ id: table.id })
    .from(table)
    .where(eq(table.accountId, accountId))
    .orderBy(asc(table.id))
  return rows.map(({ id }) => id)
}

/** Each with what was sent because of it. */
const withDeliveries = async (db: Database, rows: readonly { id: string }[]): Promise<object[]> => {
  const ids = rows.map(({ id }) => id)
  const sent = ids.length === 0 ? [] : await db.select().from(deliveries).where(inArray(deliveries.subjectId, ids))
  return rows.map((row) => ({
    ...row,
    deliveries: sent
      .filter(({ subjectId }) => subjectId === row.id)
      .map(({ subjectId: _row, counted: _counted, ...delivery }) => delivery),
  }))
}

const executionsAfter = async (db: Database, taskId: string, after: string) => {
  const isShared = and(eq(sentRequests.taskId, executions.taskId), eq(sentRequests.hash, executionDetails.requestHash))
  const rows = await db
    .select({ execution: executions, details: executionDetails, shared: sentRequests.request })
    .from(executions)
    .leftJoin(executionDetails, eq(executionDetails.executionId, executions.id))
    .leftJoin(sentRequests, isShared)
    .where(and(eq(executions.taskId, taskId), gt(executions.id, after)))
    .orderBy(asc(executions.id))
    .limit(rowsAtOnce)
  return rows.map(({ execution: { attempt: _attempt, ...execution }, details, shared }) => {
    const { executionId: _id, taskId: _task, requestHash: _hash, request, ...rest } = details ?? { request: null }
    const response = 'responseHeaders' in rest ? { ...rest, responseHeaders: masked(rest.responseHeaders) } : rest
    const sent = request ?? shared
    return { ...execution, ...response, request: sent && requestOfExecution(sent, execution.id) }
  })
}

const requestsAfter = async (db: Database, receiverId: string, after: string) => {
  const rows = await db
    .select()
    .from(receivedRequests)
    .where(and(eq(receivedRequests.receiverId, receiverId), gt(receivedRequests.id, after)))
    .orderBy(asc(receivedRequests.id))
    .limit(rowsAtOnce)
  const forwards = await forwardsOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    ...row,
    requestHeaders: maskHeaders(row.requestHeaders),
    forwards: forwards.get(row.id) ?? [],
  }))
}

/** What machines responded to each request that was forwarded to them. */
const forwardsOf = async (db: Database, requestIds: readonly string[]) => {
  const rows = await db
    .select()
    .from(requestForwards)
    .where(inArray(requestForwards.requestId, [...requestIds]))
    .orderBy(asc(requestForwards.id))
  return Map.groupBy(rows, ({ requestId }) => requestId)
}

const masked = (headers: StoredHeaders | null) => headers && maskHeaders(headers)

async function* inPages(
  db: Database,
  owners: readonly string[],
  read: (db: Database, owner: string, after: string) => Promise<{ id: string }[]>,
): AsyncGenerator<object> {
  for (const owner of owners) {
    const pages = keysetPages((after) => read(db, owner, after), rowsAtOnce)
    for await (const rows of pages) yield* await withDeliveries(db, rows)
  }
}

/** All executions of an account's tasks, each task's oldest first. */
export async function* executionRows(db: Database, accountId: string): AsyncGenerator<object> {
  yield* inPages(db, await idsOf(db, tasks, accountId), executionsAfter)
}

/** All requests that an account's receivers recorded, each receiver's oldest first. */
export async function* receivedRows(db: Database, accountId: string): AsyncGenerator<object> {
  yield* inPages(db, await idsOf(db, receivers, accountId), requestsAfter)
}
