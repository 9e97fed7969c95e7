import { memberships, sessions, users } from '@knockwire/db/schema/users'
import type { Role } from '@knockwire/domain/accounts/role'
import { AppError, notFound } from '@knockwire/domain/errors'
import type { OperatorListQuery, OperatorUserPage, OperatorUserView } from '@knockwire/domain/operator/operator'
import { isConfirmedUser } from '@knockwire/services/accounts/owner-addresses'
import type { AuditActor } from '@knockwire/services/audit/record-event'
import { eq, sql } from 'drizzle-orm'
import type { ApiContext, MailingContext } from '../../context.ts'
import { issueCode } from '../accounts/email-code.ts'
import { issueResetCode } from '../auth/reset/reset-code.ts'
import { auditOperator } from './audit-operator.ts'
import { containing } from '../../reads/containing.ts'
import { isoSql } from './list-sql.ts'

interface Row extends Record<string, unknown>, Omit<OperatorUserView, 'createdAt' | 'lastSeenAt' | 'accounts'> {
  createdAt: string
  lastSeenAt: string | null
  accounts: { id: string; name: string; role: Role }[]
  total: number
}

/** The users whose address, name or id match, newest first. */
export const listUsers = async (
  { db }: ApiContext,
  { search, page, size }: OperatorListQuery,
): Promise<OperatorUserPage> => {
  const matching =
    search === ''
      ? sql`true`
      : sql`(u.email like ${containing(search.toLowerCase())} or u.id::text = ${search}
          or (u.first_name || ' ' || u.last_name) ilike ${containing(search)})`
  const { rows } = await db.execute<Row>(sql`
    with page as materialized (
      select u.*, count(*) over ()::int as total from users u
      where ${matching} order by u.id desc limit ${size} offset ${page * size}
    )
    select u.id, u.email, trim(u.first_name || ' ' || u.last_name) as name, u.password_hash is not null as "hasPassword",
      exists (select from memberships m join verified_emails v on v.account_id = m.account_id and v.address = u.email
        where m.user_id = u.id) as "isConfirmed",
      ${isoSql('u.created_at')} as "createdAt", u.total,
      (select ${isoSql('max(s.last_seen_at)')} from sessions s where s.user_id = u.id) as "lastSeenAt",
      (select count(*)::int from sessions s where s.user_id = u.id and s.expires_at > now()) as "sessionCount",
      coalesce((select json_agg(json_build_object('id', a.id, 'name', a.name, 'role', m.role) order by m.created_at)
        from memberships m join accounts a on a.id = m.account_id where m.user_id = u.id), '[]') as accounts
    from page u order by u.id desc`)
  return { results: rows, total: rows[0]?.total ?? 0, page }
}

const findUser = async ({ db }: Pick<ApiContext, 'db'>, userId: string) => {
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  if (user === undefined) throw notFound('user')
  const own = await db
    .select({ accountId: memberships.accountId })
    .from(memberships)
    .where(eq(memberships.userId, userId))
    .orderBy(memberships.createdAt)
  return { ...user, accountIds: own.map(({ accountId }) => accountId) }
}

const objectOf = (userId: string, email: string) => ({ type: 'USER', id: userId, name: email }) as const

/** All browsers that are signed in as this user have to sign in again; API tokens stay. */
export const endSessions = async (
  context: Pick<ApiContext, 'db' | 'now'>,
  actor: AuditActor,
  userId: string,
): Promise<void> => {
  const { email, accountIds } = await findUser(context, userId)
  await context.db.transaction(async (tx) => {
    await tx.delete(sessions).where(eq(sessions.userId, userId))
    const event = { accountIds, action: 'user.signed_out_everywhere', object: objectOf(userId, email) } as const
    await auditOperator(context, tx, actor, event)
  })
}

/** Mails a code to set a new password with. */
export const sendReset = async (context: MailingContext, actor: AuditActor, userId: string): Promise<void> => {
  const { email, accountIds } = await findUser(context, userId)
  const event = { accountIds, action: 'user.password_reset_requested', object: objectOf(userId, email) } as const
  await issueResetCode(context, email, (tx) => auditOperator(context, tx, actor, event))
}

/** Mails a code to confirm the user's own address, in the first account that they work in. */
export const resendCode = async (context: MailingContext, actor: AuditActor, userId: string): Promise<void> => {
  const { email, accountIds } = await findUser(context, userId)
  const [accountId] = accountIds
  if (accountId === undefined) throw new AppError('CONFLICT', 'This user works in no account.')
  if (await isConfirmedUser(context.db, userId)) throw new AppError('CONFLICT', 'This address is confirmed already.')
  await context.db.transaction(async (tx) => {
    await issueCode(context, tx, { accountId, address: email })
    const event = { accountIds, action: 'user.code_resent', object: objectOf(userId, email) } as const
    await auditOperator(context, tx, actor, event)
  })
}
