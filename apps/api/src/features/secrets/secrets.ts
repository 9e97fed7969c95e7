import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { notifications } from '@knockwire/db/schema/notifications'
import { accountSecrets } from '@knockwire/db/schema/projects'
import { receivers } from '@knockwire/db/schema/receivers'
import { tasks } from '@knockwire/db/schema/tasks'
import type { SecretView } from '@knockwire/domain/definitions/apply'
import { AppError, notFound } from '@knockwire/domain/errors'
import { and, asc, eq, sql } from 'drizzle-orm'
import { audit } from '../../access/audit.ts'
import { lockOwnAccount } from '../../access/owned/lock-account.ts'
import type { ApiContext, Caller } from '../../context.ts'
import { saveSecrets } from './save-secrets.ts'

interface Use {
  names: string[]
  user: SecretView['usedBy'][number]
}

/** What refers to secrets: tasks, and tasks and receivers by their notifications. Of each request, its save has kept the names. */
const usesOf = async (db: DatabaseOrTransaction, accountId: string): Promise<Use[]> => {
  const inTask = sql<string[] | null>`${tasks.request} -> 'secretNames'`
  const inNotification = sql<string[] | null>`${notifications.setting} #> '{request,secretNames}'`
  const ofTasks = await db
    .select({ id: tasks.id, key: tasks.key, name: tasks.name, names: inTask })
    .from(tasks)
    .where(and(eq(tasks.accountId, accountId), sql`${tasks.request} ? 'secretNames'`))
  const ofNotifications = await db
    .select({
      task: { id: tasks.id, key: tasks.key, name: tasks.name },
      receiver: { id: receivers.id, key: receivers.key, name: receivers.name },
      names: inNotification,
    })
    .from(notifications)
    .leftJoin(tasks, eq(tasks.id, notifications.taskId))
    .leftJoin(receivers, eq(receivers.id, notifications.receiverId))
    .where(and(eq(notifications.accountId, accountId), sql`${inNotification} is not null`))
  return [
    ...ofTasks.map(({ names, ...user }) => ({ names: names ?? [], user: { kind: 'task' as const, ...user } })),
    ...ofNotifications.flatMap(({ names, task, receiver }): Use[] => {
      if (task) return [{ names: names ?? [], user: { kind: 'task', ...task } }]
      return receiver ? [{ names: names ?? [], user: { kind: 'receiver', ...receiver } }] : []
    }),
  ]
}

/** Each once, whatever of it refers to the secret. */
const usersOf = (uses: readonly Use[], name: string): SecretView['usedBy'] => [
  ...new Map(uses.flatMap(({ names, user }) => (names.includes(name) ? [[user.id, user] as const] : []))).values(),
]

/** By name, without their values, which are never read back. */
export const listSecrets = async ({ db }: ApiContext, { accountId }: Caller): Promise<SecretView[]> => {
  const { name, updatedAt } = accountSecrets
  const rows = await db
    .select({ name, updatedAt })
    .from(accountSecrets)
    .where(eq(accountSecrets.accountId, accountId))
    .orderBy(asc(name))
  const uses = rows.length === 0 ? [] : await usesOf(db, accountId)
  return rows.map((row) => ({
    name: row.name,
    updatedAt: row.updatedAt.toISOString(),
    usedBy: usersOf(uses, row.name),
  }))
}

/** True where there was none by that name. */
export const putSecret = (
  context: ApiContext,
  caller: Caller,
  { name, value }: { name: string; value: string },
): Promise<boolean> =>
  context.db.transaction(async (tx) => {
    await lockOwnAccount(tx, caller.accountId, 'no key update')
    return (await saveSecrets(context, tx, caller, { [name]: value })).has(name)
  })

/** @throws AppError `CONFLICT` where something refers to it still, unless it is forced: its calls fail from then on */
export const deleteSecret = (
  context: ApiContext,
  caller: Caller,
  { name, force }: { name: string; force: boolean },
): Promise<void> =>
  context.db.transaction(async (tx) => {
    const { accountId } = caller
    await lockOwnAccount(tx, accountId, 'no key update')
    const isIt = and(eq(accountSecrets.accountId, accountId), eq(accountSecrets.name, name))
    const [deleted] = await tx.delete(accountSecrets).where(isIt).returning({ id: accountSecrets.id })
    if (deleted === undefined) throw notFound('secret')
    const users = force ? [] : usersOf(await usesOf(tx, accountId), name)
    const [first] = users
    if (first !== undefined) {
      const [others, their] = users.length === 1 ? ['', 'Its'] : [`, and by ${users.length - 1} more`, 'Their']
      throw new AppError(
        'CONFLICT',
        `This secret is used by the ${first.kind} ${first.key ?? first.name ?? first.id}${others}. ${their} calls would fail. Send force=true to delete it all the same.`,
      )
    }
    await audit(context, tx, caller, { action: 'secret.deleted', object: { type: 'SECRET', id: deleted.id, name } })
  })
