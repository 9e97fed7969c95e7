import type { DatabaseOrTransaction, Transaction } from '@knockwire/db/client'
import { notifications } from '@knockwire/db/schema/notifications'
import { receivers } from '@knockwire/db/schema/receivers'
import { charts, schedules, tasks } from '@knockwire/db/schema/tasks'
import { plainArray, textArray } from '@knockwire/db/sql-array'
import { and, asc, eq, or, type SQL, sql } from 'drizzle-orm'
import { type ReceiverRow, selectReceivers, toReceiverRow } from '../../../access/owned/owned-receiver.ts'
import { type LockedTask, taskColumns } from '../../../access/owned/owned-task.ts'
import { selectNotifications } from '../../notifications/notifications.ts'
import type { NotificationRow } from '../../notifications/owner.ts'

export type StoredChart = typeof charts.$inferSelect

/** A task with all that its definition has. */
export interface StoredTask extends LockedTask {
  notifications: NotificationRow[]
  charts: StoredChart[]
}

export interface StoredReceiver {
  receiver: ReceiverRow
  notifications: NotificationRow[]
}

/** Which tasks or receivers of an account: by these keys, of this project, or both. */
export interface Which {
  keys?: readonly string[]
  project?: string
  ids?: readonly string[]
  /** Also what is being created still, by its id. */
  withDrafts?: boolean
}

type Described = typeof tasks | typeof receivers

const isAny = (column: SQL | Described['id'] | Described['key'], values: readonly string[], type: 'text' | 'uuid') =>
  sql`${column} = any (${type === 'text' ? textArray(values) : plainArray(values)}::${sql.raw(`${type}[]`)})`

const whichOf = (table: Described, accountId: string, { keys = [], project, ids = [], withDrafts = false }: Which) =>
  and(
    eq(table.accountId, accountId),
    withDrafts ? undefined : eq(table.isDraft, false),
    or(
      keys.length === 0 ? undefined : isAny(table.key, keys, 'text'),
      ids.length === 0 ? undefined : isAny(table.id, ids, 'uuid'),
      project === undefined ? undefined : sql`${table.managedBy} ->> 'project' = ${project}`,
      sql`false`,
    ),
  )

const idsOf = async (tx: DatabaseOrTransaction, table: Described, where: SQL | undefined, isLocked: boolean) => {
  const select = tx.select({ id: table.id }).from(table).where(where).orderBy(asc(table.id))
  return (await (isLocked ? select.for('no key update') : select)).map(({ id }) => id)
}

interface Load {
  accountId: string
  which: Which
  /** Then other changes of them wait until the transaction ends. All lock them in one order, tasks before receivers. */
  isLocked?: boolean
}

/** A fixed number of statements, however many tasks there are. Their schedules go on: runs need not wait. */
export const loadTasks = async (
  tx: DatabaseOrTransaction,
  { accountId, which, isLocked = false }: Load,
): Promise<StoredTask[]> => {
  const ids = await idsOf(tx, tasks, whichOf(tasks, accountId, which), isLocked)
  if (ids.length === 0) return []
  const rows = await tx
    .select({ ...taskColumns, now: sql<string>`clock_timestamp()` })
    .from(tasks)
    .innerJoin(schedules, eq(schedules.taskId, tasks.id))
    .where(isAny(tasks.id, ids, 'uuid'))
    .orderBy(asc(tasks.id))
  const children = await selectNotifications(tx, isAny(sql`${notifications.taskId}`, ids, 'uuid'))
  const byTask = Map.groupBy(children, ({ notification }) => notification.taskId)
  const plotted = await tx
    .select()
    .from(charts)
    .where(isAny(sql`${charts.taskId}`, ids, 'uuid'))
    .orderBy(asc(charts.id))
  const chartsByTask = Map.groupBy(plotted, ({ taskId }) => taskId)
  return rows.map(({ now, ...row }) => ({
    ...row,
    nowMs: new Date(now).getTime(),
    notifications: byTask.get(row.task.id) ?? [],
    charts: chartsByTask.get(row.task.id) ?? [],
  }))
}

export const loadReceivers = async (
  tx: DatabaseOrTransaction,
  { accountId, which, isLocked = false }: Load,
): Promise<StoredReceiver[]> => {
  const ids = await idsOf(tx, receivers, whichOf(receivers, accountId, which), isLocked)
  if (ids.length === 0) return []
  const rows = await selectReceivers(tx)
    .where(isAny(receivers.id, ids, 'uuid'))
    .orderBy(asc(receivers.id))
  const children = await selectNotifications(tx, isAny(sql`${notifications.receiverId}`, ids, 'uuid'))
  const byReceiver = Map.groupBy(children, ({ notification }) => notification.receiverId)
  return rows.map((row) => ({
    receiver: toReceiverRow(row),
    notifications: byReceiver.get(row.receiver.id) ?? [],
  }))
}

/** By the database's clock, which decides when tasks run. */
export const databaseNowMs = async (tx: Transaction): Promise<number> => {
  const { rows } = await tx.execute<{ ms: number }>(
    sql`select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  )
  return rows[0]?.ms ?? Date.now()
}
