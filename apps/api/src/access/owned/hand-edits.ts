import type { Transaction } from '@knockwire/db/client'
import { projects } from '@knockwire/db/schema/projects'
import { receivers } from '@knockwire/db/schema/receivers'
import type { StoredManagedBy } from '@knockwire/db/stored-json'
import { tasks } from '@knockwire/db/schema/tasks'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'

const tables = { task: tasks, receiver: receivers } as const

interface Edit {
  kind: keyof typeof tables
  id: string
  /** JSON Pointers within its definition. */
  paths: readonly string[]
}

/**
 * Notes that a task or receiver was edited otherwise than by its file, in the transaction of the edit: its project shows it until it is
 * applied again, and an older plan cannot be applied any more. Nothing where no file manages it.
 *
 * The project's row is locked after that of the task or receiver, in the order in which an apply takes the two.
 */
export const noteHandEdit = async (
  { now }: Pick<ApiContext, 'now'>,
  tx: Transaction,
  { accountId }: Pick<Caller, 'accountId'>,
  { kind, id, paths }: Edit,
): Promise<void> => {
  const table = tables[kind]
  const [edited] = await tx
    .update(table)
    .set({
      managedBy: sql`${table.managedBy} || jsonb_build_object(
        'editedAt', ${new Date(now()).toISOString()}::text,
        'editedPaths', (select coalesce(jsonb_agg(distinct path), '[]') from jsonb_array_elements(
          coalesce(${table.managedBy} -> 'editedPaths', '[]') || ${JSON.stringify(paths)}::jsonb) as path))`,
    })
    .where(and(eq(table.id, id), eq(table.accountId, accountId), isNotNull(table.managedBy)))
    .returning({ managedBy: table.managedBy })
  if (edited) await raiseRevision(tx, accountId, edited.managedBy)
}

/** The same of one that is deleted. */
export const raiseRevision = async (
  tx: Transaction,
  accountId: string,
  managedBy: Pick<StoredManagedBy, 'project'> | null,
): Promise<void> => {
  if (managedBy === null) return
  await tx
    .update(projects)
    .set({ revision: sql`${projects.revision} + 1` })
    .where(and(eq(projects.accountId, accountId), eq(projects.name, managedBy.project)))
}

/** Dotted paths of a view as pointers within a definition. */
export const pointersOf = (fields: readonly string[]): string[] =>
  fields.map((field) => `/${field.replaceAll('.', '/')}`)
