import type { Transaction } from '@knockwire/db/client'
import { retryOnDeadlock } from '@knockwire/db/failures/retry-on-deadlock'
import { accounts } from '@knockwire/db/schema/accounts'
import type { Role } from '@knockwire/domain/accounts/role'
import { AppError, notFound } from '@knockwire/domain/errors'
import type { OperatorAccountPage, OperatorAccountView, OperatorListQuery } from '@knockwire/domain/operator/operator'
import type { Plan } from '@knockwire/domain/plans/plan'
import { closeAccount } from '@knockwire/services/accounts/close-account'
import type { AuditActor } from '@knockwire/services/audit/record-event'
import { resumeSchedulesOf, suspendSchedulesOf } from '@knockwire/services/schedules/schedule'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { ApiContext } from '../../context.ts'
import { resumeHeartbeatsOf } from '../receivers/heartbeat/save-heartbeat.ts'
import { timesFrom } from '../tasks/task-change.ts'
import { auditOperator } from './audit-operator.ts'
import { containing } from '../../reads/containing.ts'
import { isoSql } from './list-sql.ts'

interface Row extends Record<string, unknown> {
  id: string
  name: string
  plan: Plan
  createdAt: string
  suspendedAt: string | null
  suspendedReason: string | null
  members: { userId: string; email: string; role: Role }[]
  taskCount: number
  activeTaskCount: number
  receiverCount: number
  storedBytes: number
  lastSeenAt: string | null
  total: number
}

/** The accounts whose name, id or members match, newest first. */
export const listAccounts = async (
  { db }: ApiContext,
  { search, page, size }: OperatorListQuery,
): Promise<OperatorAccountPage> => {
  const matching =
    search === ''
      ? sql`true`
      : sql`(a.name ilike ${containing(search)} or a.id::text = ${search} or exists (
          select from memberships m join users u on u.id = m.user_id
          where m.account_id = a.id and u.email like ${containing(search.toLowerCase())}))`
  const { rows } = await db.execute<Row>(sql`
    with page as materialized (
      select a.*, count(*) over ()::int as total from accounts a
      where a.deleted_at is null and ${matching} order by a.id desc limit ${size} offset ${page * size}
    )
    select a.id, a.name, a.plan, ${isoSql('a.created_at')} as "createdAt", ${isoSql('a.suspended_at')} as "suspendedAt",
      a.suspended_reason as "suspendedReason", a.total,
      coalesce((select json_agg(json_build_object('userId', u.id, 'email', u.email, 'role', m.role) order by m.created_at)
        from memberships m join users u on u.id = m.user_id where m.account_id = a.id), '[]') as members,
      (select count(*)::int from tasks t where t.account_id = a.id and not t.is_draft) as "taskCount",
      (select count(*)::int from schedules s where s.account_id = a.id and s.status = 'ACTIVE') as "activeTaskCount",
      (select count(*)::int from receivers r where r.account_id = a.id and not r.is_draft) as "receiverCount",
      ((select coalesce(sum(s.stored_bytes), 0) from schedules s where s.account_id = a.id)
        + (select coalesce(sum(g.stored_bytes), 0) from receivers r join receiver_counters g on g.receiver_id = r.id
            where r.account_id = a.id))::float8 as "storedBytes",
      (select ${isoSql('max(s.last_seen_at)')} from sessions s where s.account_id = a.id) as "lastSeenAt"
    from page a order by a.id desc`)
  return { results: rows.map(present), total: rows[0]?.total ?? 0, page }
}

const present = ({ suspendedAt, suspendedReason, ...row }: Row): OperatorAccountView => ({
  ...row,
  suspended: suspendedAt === null ? null : { at: suspendedAt, reason: suspendedReason ?? '' },
})

const lockAccount = async (tx: Transaction, accountId: string) => {
  const open = and(eq(accounts.id, accountId), isNull(accounts.deletedAt))
  const [account] = await tx.select().from(accounts).where(open).for('no key update')
  if (account === undefined) throw notFound('account')
  return account
}

const objectOf = ({ id, name }: { id: string; name: string }) => ({ type: 'ACCOUNT', id, name }) as const

/** What an act needs, by the API or by a command. */
type Acting = Pick<ApiContext, 'db' | 'now' | 'log'>

interface Suspend {
  accountId: string
  reason: string
}

/** From its commit on nothing of the account runs, its receivers answer 404, and its members change nothing. */
export const suspendAccount = async (context: Acting, actor: AuditActor, input: Suspend): Promise<void> => {
  const { accountId, reason } = input
  await retryOnDeadlock(() =>
    context.db.transaction(async (tx) => {
      const account = await lockAccount(tx, accountId)
      if (account.suspendedAt !== null) throw new AppError('CONFLICT', 'This account is suspended already.')
      const change = { suspendedAt: new Date(context.now()), suspendedReason: reason }
      await tx.update(accounts).set(change).where(eq(accounts.id, accountId))
      await suspendSchedulesOf(tx, accountId)
      const changes = [{ field: 'reason', before: null, after: reason }]
      const event = {
        accountIds: [accountId],
        action: 'account.suspended',
        object: objectOf(account),
        changes,
      } as const
      await auditOperator(context, tx, actor, event)
    }),
  )
  context.log.warn({ event: 'account suspended', accountId, by: actor.userId }, 'account suspended')
}

/** What the suspension stopped runs again, from now on; what its members had disabled stays disabled. */
export const resumeAccount = async (context: Acting, actor: AuditActor, accountId: string): Promise<void> => {
  await retryOnDeadlock(() =>
    context.db.transaction(async (tx) => {
      const account = await lockAccount(tx, accountId)
      if (account.suspendedAt === null) throw new AppError('CONFLICT', 'This account is not suspended.')
      await tx.update(accounts).set({ suspendedAt: null, suspendedReason: null }).where(eq(accounts.id, accountId))
      const nowMs = context.now()
      await resumeSchedulesOf(tx, accountId, (scheduler) => timesFrom(scheduler, nowMs))
      await resumeHeartbeatsOf(tx, accountId)
      const event = { accountIds: [accountId], action: 'account.resumed', object: objectOf(account) } as const
      await auditOperator(context, tx, actor, event)
    }),
  )
  context.log.warn({ event: 'account resumed', accountId, by: actor.userId }, 'account resumed')
}

/** As its owner would delete it. The event stays: it is of the instance. */
export const deleteAccount = async (context: Acting, actor: AuditActor, accountId: string): Promise<void> => {
  await retryOnDeadlock(() =>
    context.db.transaction(async (tx) => {
      const account = await lockAccount(tx, accountId)
      const event = { accountIds: null, action: 'account.deleted', object: objectOf(account) } as const
      await auditOperator(context, tx, actor, event)
      if (!(await closeAccount(tx, { accountId, nowMs: context.now() }))) throw notFound('account')
    }),
  )
  context.log.warn({ event: 'account deleted', accountId, by: actor.userId }, 'account deleted by the operator')
}
