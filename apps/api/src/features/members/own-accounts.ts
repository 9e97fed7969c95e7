import { accounts } from '@knockwire/db/schema/accounts'
import { memberships, sessions } from '@knockwire/db/schema/users'
import type { OwnAccountList, RenameAccountInput } from '@knockwire/domain/accounts/member'
import { notFound } from '@knockwire/domain/errors'
import { and, asc, eq, isNull } from 'drizzle-orm'
import { requireRole } from '../../access/require-role.ts'
import type { ApiContext, Caller } from '../../context.ts'
import { audit } from '../../access/audit.ts'

/** The accounts that the caller is a member of. */
export const listOwnAccounts = async ({ db }: ApiContext, caller: Caller): Promise<OwnAccountList> => {
  const { id, name, plan } = accounts
  const rows = await db
    .select({ id, name, plan, role: memberships.role })
    .from(memberships)
    .innerJoin(accounts, and(eq(id, memberships.accountId), isNull(accounts.deletedAt)))
    .where(eq(memberships.userId, caller.userId))
    .orderBy(asc(memberships.createdAt), asc(id))
  return { results: rows.map((row) => ({ ...row, isCurrent: row.id === caller.accountId })) }
}

interface SelectAccount {
  accountId: string
  sessionId: string
}

/** Lets the session act in another account of its user; the page is loaded again with it. */
export const selectAccount = async (
  context: ApiContext,
  caller: Caller,
  { accountId, sessionId }: SelectAccount,
): Promise<void> => {
  const { db, now } = context
  const { userId } = caller
  await db.transaction(async (tx) => {
    const selected = await tx
      .update(memberships)
      .set({ selectedAt: new Date(now()) })
      .where(and(eq(memberships.accountId, accountId), eq(memberships.userId, userId)))
      .returning({ accountId: memberships.accountId })
    if (selected.length === 0) throw notFound('account')
    await tx
      .update(sessions)
      .set({ accountId })
      .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
    await audit(context, tx, { ...caller, accountId }, { action: 'account.switched' })
  })
}

export const renameAccount = async (
  context: ApiContext,
  caller: Caller,
  { name }: RenameAccountInput,
): Promise<void> => {
  requireRole(caller, 'OWNER')
  const isIt = eq(accounts.id, caller.accountId)
  await context.db.transaction(async (tx) => {
    const [before] = await tx.select({ name: accounts.name }).from(accounts).where(isIt).for('no key update')
    if (before === undefined || before.name === name) return
    await tx.update(accounts).set({ name }).where(isIt)
    const object = { type: 'ACCOUNT', id: caller.accountId, name } as const
    const changes = [{ field: 'name', before: before.name, after: name }]
    await audit(context, tx, caller, { action: 'account.renamed', object, changes })
  })
}
