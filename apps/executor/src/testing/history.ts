import type { Database } from '@knockwire/db/client'
import { executionDetails, executions } from '@knockwire/db/schema/executions'
import { deliveries } from '@knockwire/db/schema/notifications'
import { receivedRequests, receiverCounters } from '@knockwire/db/schema/receivers'
import { schedules } from '@knockwire/db/schema/tasks'
import { uuidv7 } from '@knockwire/db/uuidv7'
import type { ExecutionStatus } from '@knockwire/domain/executions/execution'
import { asc, eq, inArray, sql } from 'drizzle-orm'
import { expect } from 'vitest'

/** A task's executions with their details, oldest first. */
export const historyOf = async (db: Database, taskId: string) => {
  const rows = await db
    .select()
    .from(executions)
    .leftJoin(executionDetails, eq(executionDetails.executionId, executions.id))
    .where(eq(executions.taskId, taskId))
    .orderBy(asc(executions.scheduledFor), asc(executions.id))
  return rows.map(({ executions: execution, execution_details: details }) => ({ ...execution, details }))
}

export const scheduleOf = async (db: Database, taskId: string) => {
  const [schedule] = await db.select().from(schedules).where(eq(schedules.taskId, taskId))
  if (!schedule) throw new Error('There is no such schedule.')
  return schedule
}

const hasEnded = (status: string) => status === 'SUCCEEDED' || status === 'FAILED'

/** Waits until the task has so many executions, all of them ended, and gives them. */
export const untilEnded = async (db: Database, taskId: string, count = 1, timeout = 60_000) => {
  const ended = async () => (await historyOf(db, taskId)).filter(({ status }) => hasEnded(status)).length
  await expect.poll(ended, { timeout }).toBeGreaterThanOrEqual(count)
  return historyOf(db, taskId)
}

const databaseNow = async (db: Database): Promise<number> => {
  const { rows } = await db.execute<{ now: number }>(
    sql`select extract(epoch from clock_timestamp())::float8 * 1000 as now`,
  )
  return rows[0]?.now ?? NaN
}

/** Waits until the database's clock shows this time. */
export const untilTime = async (db: Database, epochMs: number) => {
  await expect.poll(() => databaseNow(db)).toBeGreaterThanOrEqual(epochMs)
}

/** An id as if it had been made then. */
const idAt = (epochMs: number): string => {
  const hex = Math.floor(epochMs).toString(16).padStart(12, '0')
  return uuidv7().replace(/^.{8}-.{4}/, `${hex.slice(0, 8)}-${hex.slice(8)}`)
}

/** The oldest first, so many of them, each `stepMs` after the one before. */
export const ages = (count: number, stepMs = 1000): number[] =>
  Array.from({ length: count }, (_, index) => (count - index) * stepMs)

export interface PastExecutions {
  accountId: string
  taskId: string
  agesMs: readonly number[]
  status?: ExecutionStatus
  attempt?: string
  /** Of each. */
  bytes?: number
}

/** Executions of these ages, each with its details and a delivery, counted as they are when they are recorded. */
export const seedExecutions = async (db: Database, past: PastExecutions): Promise<string[]> => {
  const { accountId, taskId, agesMs, status = 'SUCCEEDED', attempt = null, bytes = 0 } = past
  const now = Date.now()
  const rows = agesMs.map((age) => {
    const at = new Date(now - age)
    const times = { scheduledFor: at, createdAt: at, startedAt: at }
    return {
      id: idAt(now - age),
      taskId,
      accountId,
      trigger: 'SCHEDULE',
      status,
      attempt,
      ...times,
      storedBytes: bytes,
    } as const
  })
  await db.insert(executions).values(rows)
  const request = { uri: 'https://example.com/', method: 'GET' as const, headers: [], body: null }
  await db.insert(executionDetails).values(rows.map(({ id }) => ({ executionId: id, request })))
  await seedDeliveries(
    db,
    accountId,
    rows.map(({ id }) => id),
  )
  await db
    .update(schedules)
    .set({
      executionsTotal: sql`${schedules.executionsTotal} + ${rows.length}`,
      storedBytes: sql`${schedules.storedBytes} + ${rows.length * bytes}`,
    })
    .where(eq(schedules.taskId, taskId))
  return rows.map(({ id }) => id)
}

interface PastRequests {
  receiver: { id: string; accountId: string }
  agesMs: readonly number[]
  bytes?: number
}

/** Received requests of these ages, each with a delivery, counted as the ingress counts them; the last just now. */
export const seedRequests = async (db: Database, { receiver, agesMs, bytes = 0 }: PastRequests): Promise<string[]> => {
  const now = Date.now()
  const rows = agesMs.map((age) => ({
    id: idAt(now - age),
    receiverId: receiver.id,
    createdAt: new Date(now - age),
    method: 'GET' as const,
    url: '/',
    remoteAddress: '127.0.0.1',
    responseCode: 200,
    requestHeaders: [],
    requestBody: Buffer.alloc(0),
    responseBody: '',
    contentType: 'text/plain',
    storedBytes: bytes,
  }))
  await db.insert(receivedRequests).values(rows)
  await seedDeliveries(
    db,
    receiver.accountId,
    rows.map(({ id }) => id),
  )
  await db
    .update(receiverCounters)
    .set({
      total: sql`${receiverCounters.total} + ${rows.length}`,
      storedBytes: sql`${receiverCounters.storedBytes} + ${rows.length * bytes}`,
      windowStart: sql`date_trunc('minute', now(), 'UTC')`,
    })
    .where(eq(receiverCounters.receiverId, receiver.id))
  return rows.map(({ id }) => id)
}

const seedDeliveries = async (db: Database, accountId: string, subjectIds: readonly string[]) => {
  const common = { accountId, type: 'EMAIL', occasion: 'HOLDS', recipient: '', status: 'DELIVERED' } as const
  const rows = subjectIds.map((subjectId) => ({ id: uuidv7(), notificationId: uuidv7(), subjectId, ...common }))
  await db.insert(deliveries).values(rows.map((row) => ({ ...row, createdAt: new Date() })))
}

/** The ids of a task's executions, oldest first, after a check that all that is stored of them and the counts agree. */
export const executionsLeft = async (db: Database, taskId: string): Promise<string[]> => {
  const of = eq(executions.taskId, taskId)
  const rows = await db.select().from(executions).where(of).orderBy(asc(executions.id))
  const ids = rows.map(({ id }) => id)
  const [counts] = await db.select().from(schedules).where(eq(schedules.taskId, taskId))
  const storedBytes = rows.reduce((sum, row) => sum + (row.storedBytes ?? 0), 0)
  expect(counts).toMatchObject({ executionsTotal: ids.length, storedBytes })
  return ids
}

/** The same of a receiver's requests. */
export const requestsLeft = async (db: Database, receiverId: string): Promise<string[]> => {
  const of = eq(receivedRequests.receiverId, receiverId)
  const rows = await db.select().from(receivedRequests).where(of).orderBy(asc(receivedRequests.id))
  const ids = rows.map(({ id }) => id)
  const [counts] = await db.select().from(receiverCounters).where(eq(receiverCounters.receiverId, receiverId))
  const storedBytes = rows.reduce((sum, row) => sum + (row.storedBytes ?? 0), 0)
  expect(counts).toMatchObject({ total: ids.length, storedBytes })
  return ids
}

/** Details and deliveries that are still there of these executions or requests: of each what belongs to it. */
export const belongingsOf = async (db: Database, ids: readonly string[]): Promise<number> => {
  const details = await db.$count(executionDetails, inArray(executionDetails.executionId, [...ids]))
  return details + (await db.$count(deliveries, inArray(deliveries.subjectId, [...ids])))
}
