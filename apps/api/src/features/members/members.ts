import type { Transaction } from '@knockwire/db/client'
import { accounts } from '@knockwire/db/schema/accounts'
import { apiTokens } from '@knockwire/db/schema/credentials'
import { memberships, sessions, users } from '@knockwire/db/schema/users'
import { asRole } from '@knockwire/domain/accounts/role-rules'
import type { ChangeRoleInput, MemberView } from '@knockwire/domain/accounts/member'
import type { Role } from '@knockwire/domain/accounts/role'
import { AppError, notFound } from '@knockwire/domain/errors'
import { nameInMail } from '@knockwire/domain/mail/name-in-mail'
import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { lockOwnAccount } from '../../access/owned/lock-account.ts'
import { requireRole } from '../../access/require-role.ts'
import type { ApiContext, Caller } from '../../context.ts'
import { sendMails } from '../../access/mails/send-mails.ts'
import { audit } from '../../access/audit.ts'

/** Who works in the account, in the order in which they joined. */
export const listMembers = async ({ db }: ApiContext, { accountId }: Caller): Promise<MemberView[]> => {
  const lastSeenAt = sql<Date | null>`(
    select max(s.last_seen_at) from sessions s
    where s.account_id = ${memberships.accountId} and s.user_id = ${memberships.userId})`.mapWith(sessions.lastSeenAt)
  const { email, firstName, lastName } = users
  const rows = await db
    .select({
      userId: users.id,
      email,
      firstName,
      lastName,
      role: memberships.role,
      createdAt: memberships.createdAt,
      lastSeenAt,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(memberships.accountId, accountId))
    .orderBy(asc(memberships.createdAt), asc(users.id))
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
  }))
}

/**
 * The roles of all members, who stay as they are until the transaction ends: of two owners who remove each other at once, the
 * second finds that they are no owner any more.
 */
const lockMembers = async (tx: Transaction, accountId: string): Promise<Map<string, Role>> => {
  await lockOwnAccount(tx, accountId, 'no key update')
  const rows = await tx.select().from(memberships).where(eq(memberships.accountId, accountId))
  return new Map(rows.map(({ userId, role }) => [userId, role]))
}

const requireOwner = (members: ReadonlyMap<string, Role>, userId: string): void =>
  requireRole({ role: members.get(userId) ?? 'VIEWER' }, 'OWNER')

const throwIfLastOwner = (members: ReadonlyMap<string, Role>, userId: string): void => {
  const others = [...members].filter(([id, role]) => id !== userId && role === 'OWNER')
  if (members.get(userId) === 'OWNER' && others.length === 0)
    throw new AppError('CONFLICT', 'An account needs an owner. Make another member an owner first.')
}

const ofMember = (accountId: string, userId: string) =>
  and(eq(memberships.accountId, accountId), eq(memberships.userId, userId))

const memberObject = async (tx: Transaction, userId: string) => {
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  return { type: 'MEMBER', id: userId, name: user?.email ?? null } as const
}

interface ChangeRole extends ChangeRoleInput {
  userId: string
}

/** Gives a member another role; an owner may step down as long as there is another one. */
export const changeRole = async (context: ApiContext, caller: Caller, { userId, role }: ChangeRole): Promise<void> => {
  requireRole(caller, 'OWNER')
  const { accountId } = caller
  await context.db.transaction(async (tx) => {
    const members = await lockMembers(tx, accountId)
    requireOwner(members, caller.userId)
    if (!members.has(userId)) throw notFound('member')
    if (role !== 'OWNER') throwIfLastOwner(members, userId)
    const before = members.get(userId) ?? null
    if (before === role) return
    await tx.update(memberships).set({ role }).where(ofMember(accountId, userId))
    const object = await memberObject(tx, userId)
    const changes = [{ field: 'role', before, after: role }]
    await audit(context, tx, caller, { action: 'member.role_changed', object, changes })
    if (userId !== caller.userId) await mailRoleChanged(context, tx, { accountId, userId, role })
  })
  context.log.info({ event: 'role changed', accountId, userId, role, by: caller.userId }, 'role changed')
}

/**
 * Removes a member, or lets the caller leave. Their sessions go on in another account of theirs, where they have one; their
 * tokens of this one end.
 */
export const removeMember = async (context: ApiContext, caller: Caller, userId: string): Promise<void> => {
  const { accountId } = caller
  const isLeaving = userId === caller.userId
  await context.db.transaction(async (tx) => {
    const members = await lockMembers(tx, accountId)
    if (!isLeaving) requireOwner(members, caller.userId)
    if (!members.has(userId)) throw notFound('member')
    throwIfLastOwner(members, userId)
    await moveSessions(tx, { accountId, userId })
    const tokens = await tokenNames(tx, { accountId, userId })
    await tx.delete(memberships).where(ofMember(accountId, userId))
    const object = await memberObject(tx, userId)
    await audit(context, tx, caller, {
      action: isLeaving ? 'member.left' : 'member.removed',
      object,
      changes: tokens.map((name) => ({ field: 'apiToken', before: name, after: null })),
    })
    if (!isLeaving) await mailRemoved(context, tx, { accountId, userId })
  })
  context.log.info({ event: 'member removed', accountId, userId, by: caller.userId }, 'member removed')
}

interface Membership {
  accountId: string
  userId: string
}

/** Those that end with the membership. */
const tokenNames = async (tx: Transaction, { accountId, userId }: Membership): Promise<string[]> => {
  const own = and(eq(apiTokens.accountId, accountId), eq(apiTokens.userId, userId))
  const rows = await tx.select({ name: apiTokens.name }).from(apiTokens).where(own)
  return rows.map(({ name }) => name)
}

const moveSessions = async (tx: Transaction, { accountId, userId }: Membership) => {
  const [other] = await tx
    .select({ accountId: memberships.accountId })
    .from(memberships)
    .where(and(eq(memberships.userId, userId), ne(memberships.accountId, accountId)))
    .orderBy(asc(memberships.createdAt))
    .limit(1)
    .for('key share')
  if (other === undefined) return
  await tx
    .update(sessions)
    .set({ accountId: other.accountId })
    .where(and(eq(sessions.userId, userId), eq(sessions.accountId, accountId)))
}

const mailRemoved = async (context: ApiContext, tx: Transaction, { accountId, userId }: Membership) => {
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  const [account] = await tx.select({ name: accounts.name }).from(accounts).where(eq(accounts.id, accountId))
  if (user === undefined || account === undefined) return
  const name = nameInMail(account.name)
  const text = `An owner of the account "${name}" removed you from it. Your own account and your sign-in stay as they are.`
  await sendMails(context, tx, [
    { kind: 'member removed', accountId: userId, to: user.email, subject: `You were removed from ${name}`, text },
  ])
}

const mailRoleChanged = async (
  context: ApiContext,
  tx: Transaction,
  { accountId, userId, role }: Membership & { role: Role },
) => {
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  const [account] = await tx.select({ name: accounts.name }).from(accounts).where(eq(accounts.id, accountId))
  if (user === undefined || account === undefined) return
  const name = nameInMail(account.name)
  const text = `An owner of the account "${name}" made you ${asRole[role]} of it.`
  await sendMails(context, tx, [
    {
      kind: 'role changed',
      accountId: userId,
      to: user.email,
      subject: `You are ${asRole[role]} of ${name} now`,
      text,
    },
  ])
}
