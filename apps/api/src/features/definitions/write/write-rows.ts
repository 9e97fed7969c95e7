import type { Transaction } from '@knockwire/db/client'
import { alertStates, notifications } from '@knockwire/db/schema/notifications'
import { receivers } from '@knockwire/db/schema/receivers'
import { tasks } from '@knockwire/db/schema/tasks'
import { plainArray } from '@knockwire/db/sql-array'
import { getTableColumns, inArray, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { definedReceiverColumns, definedTaskColumns } from '../../../access/owned/settings-columns.ts'

/** Rows of one statement: a row of a task has 17 parameters, and PostgreSQL takes 65,535. */
const rowsAtOnce = 500

const inBatches = async <T>(items: readonly T[], write: (some: T[]) => Promise<unknown>): Promise<void> => {
  for (let start = 0; start < items.length; start += rowsAtOnce) await write(items.slice(start, start + rowsAtOnce))
}

/** What an insert of a row that there is already changes of it: these columns become those of the new row. */
const excluded = <Table extends PgTable>(table: Table, names: readonly (keyof Table['_']['columns'] & string)[]) => {
  const columns: Record<string, PgColumn> = getTableColumns(table)
  return Object.fromEntries(
    names.map((name) => [name, sql.raw(`excluded."${columns[name]?.name ?? name}"`)]),
  ) as Record<string, SQL>
}

/** Keys that move from one object to another are free before either has its new one. */
export const freeKeys = async (
  tx: Transaction,
  { taskIds, receiverIds }: { taskIds: readonly string[]; receiverIds: readonly string[] },
): Promise<void> => {
  if (taskIds.length > 0)
    await tx
      .update(tasks)
      .set({ key: null })
      .where(sql`${tasks.id} = any (${plainArray(taskIds)}::uuid[])`)
  if (receiverIds.length > 0)
    await tx
      .update(receivers)
      .set({ key: null })
      .where(sql`${receivers.id} = any (${plainArray(receiverIds)}::uuid[])`)
}

export const writeTaskRows = (tx: Transaction, rows: readonly (typeof tasks.$inferInsert)[]): Promise<void> =>
  inBatches(rows, (some) =>
    tx
      .insert(tasks)
      .values(some)
      .onConflictDoUpdate({ target: tasks.id, set: excluded(tasks, definedTaskColumns) }),
  )

export const writeReceiverRows = (tx: Transaction, rows: readonly (typeof receivers.$inferInsert)[]): Promise<void> =>
  inBatches(rows, (some) =>
    tx
      .insert(receivers)
      .values(some)
      .onConflictDoUpdate({
        target: receivers.id,
        set: excluded(receivers, definedReceiverColumns),
      }),
  )

interface Notifications {
  saved: readonly (typeof notifications.$inferInsert)[]
  deleted: readonly string[]
  forgotten: readonly string[]
}

/** Deletions first: one of another type may take the key of what is deleted. */
export const writeNotifications = async (
  tx: Transaction,
  { saved, deleted, forgotten }: Notifications,
): Promise<void> => {
  await inBatches(deleted, (ids) => tx.delete(notifications).where(inArray(notifications.id, ids)))
  await inBatches(forgotten, (ids) => tx.delete(alertStates).where(inArray(alertStates.notificationId, ids)))
  await inBatches(saved, (some) =>
    tx
      .insert(notifications)
      .values(some)
      .onConflictDoUpdate({
        target: notifications.id,
        set: excluded(notifications, [
          'key',
          'type',
          'condition',
          'firing',
          'heartbeat',
          'setting',
          'version',
          'fieldVersions',
          'updatedAt',
        ]),
      }),
  )
}
