import { receivers } from '@knockwire/db/schema/receivers'
import { tasks } from '@knockwire/db/schema/tasks'
import { getTableColumns } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/*
 * What of a task or receiver its owner writes is every column that is not named here: one that is added is written by a
 * definition, and copied, without being named.
 */

type ColumnOf<Table extends PgTable> = keyof Table['_']['columns'] & string

/** What no definition writes. */
const ownColumns = {
  task: ['id', 'accountId', 'isDraft', 'requestBytes', 'createdAt', 'lastOpenedAt', 'lastSlackSetupAt'],
  receiver: ['id', 'accountId', 'token', 'isDraft', 'createdAt'],
} as const satisfies { task: readonly ColumnOf<typeof tasks>[]; receiver: readonly ColumnOf<typeof receivers>[] }

/** What a copy begins without: which object of a file it is, and how often that one was saved. */
const notCopied = ['key', 'managedBy', 'version', 'fieldVersions', 'updatedAt'] as const

const columnsBut = <Table extends PgTable>(table: Table, names: readonly ColumnOf<Table>[]): ColumnOf<Table>[] => {
  const columns = Object.keys(getTableColumns(table)) as ColumnOf<Table>[]
  return columns.filter((name) => !names.includes(name))
}

/** What a definition writes of one that exists. */
export const definedTaskColumns = columnsBut(tasks, ownColumns.task)
export const definedReceiverColumns = columnsBut(receivers, ownColumns.receiver)

const rowWithout = <Row extends object, Name extends keyof Row & string>(row: Row, names: readonly Name[]) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !(names as readonly string[]).includes(name))) as Omit<
    Row,
    Name
  >

type Task = typeof tasks.$inferSelect
export const copiedTaskColumns = (task: Task) => rowWithout(task, [...ownColumns.task, ...notCopied])

type Receiver = typeof receivers.$inferSelect
export const copiedReceiverColumns = (receiver: Receiver) =>
  rowWithout(receiver, [...ownColumns.receiver, ...notCopied, 'status'])
