import { type SQL, sql } from 'drizzle-orm'
import type { DatabaseOrTransaction, Transaction } from '@knockwire/db/client'
import type { Plan } from '@knockwire/domain/plans/plan'
import { deleteEventsOf } from '../audit/delete-events.ts'

/** Tables with an `account_id` in which one row is reason enough to keep an account. */
export const holdings = [
  'tasks',
  'receivers',
  'notifications',
  'slack_channels',
  'verified_emails',
  'api_tokens',
  'billing_accounts',
  'rate_subscriptions',
  'rate_alerts',
  'projects',
  'account_secrets',
] as const

/** Tables with a `user_id` in which one row is reason enough to keep a user. */
export const userHoldings = ['oidc_identities', 'passkeys'] as const

/**
 * Of an account `a` and its user `u`: nobody else works in it, nobody proved that its address, or any other, is theirs, and
 * nothing would be lost with the two.
 */
const isEmptyOfWork = sql.raw(
  [
    ...holdings.map((table) => `not exists (select from ${table} where account_id = a.id)`),
    ...userHoldings.map((table) => `not exists (select from ${table} where user_id = u.id)`),
    'not exists (select from memberships o where o.account_id = a.id and o.user_id <> u.id)',
    'not exists (select from memberships o where o.user_id = u.id and o.account_id <> a.id)',
  ].join(' and '),
)

/** Nor did anybody give it another plan than new accounts have, now or by default. */
const isUnconfirmedAndEmpty = (defaultPlan: Plan) => sql`a.plan in ('FREE', ${defaultPlan}) and ${isEmptyOfWork}`

const accountsOfUsers = sql.raw('accounts a join memberships m on m.account_id = a.id join users u on u.id = m.user_id')

const batchSize = 200
const eventsAtOnce = 10_000

/**
 * Deletes such of the accounts `a` that `which` names, with their users `u`. They are locked first and looked at again in a
 * statement of its own: what their owners begin meanwhile waits, or is seen.
 */
const deleteEmpty = async (tx: DatabaseOrTransaction, defaultPlan: Plan, which: SQL): Promise<number> => {
  const found = sql`from ${accountsOfUsers} where ${isUnconfirmedAndEmpty(defaultPlan)}`
  const { rows } = await tx.execute<{ id: string }>(
    sql`select a.id ${found} and ${which} order by a.id limit ${batchSize} for update of a, m, u`,
  )
  if (rows.length === 0) return 0
  const ids = sql.param(rows.map(({ id }) => id))
  const deleted = await tx.execute<{ id: string }>(sql`
    with empty as (select a.id, u.id as user_id ${found} and a.id = any (${ids}::uuid[])),
      people as (delete from users where id in (select user_id from empty))
    delete from accounts where id in (select id from empty) returning id`)
  // They hold nothing else, so that these are few: that somebody signed up, and in.
  const deletedIds = deleted.rows.map(({ id }) => id)
  await deleteEventsOf(tx, deletedIds, eventsAtOnce)
  return deletedIds.length
}

/** How long an address may stay unconfirmed. */
const confirmWithin = sql.raw(`interval '7 days'`)

/** Accounts whose address nobody confirmed within 7 days and that hold nothing: the address is free again. */
export const deleteUnconfirmedAccounts = (tx: DatabaseOrTransaction, defaultPlan: Plan): Promise<number> =>
  deleteEmpty(tx, defaultPlan, sql`a.created_at < now() - ${confirmWithin}`)

/** The account that confirms an address owns it: an empty account that someone else opened with it, and never confirmed, is no more. `ownerId`: null where it has none yet. */
export const freeAddress = (
  tx: Transaction,
  { address, ownerId, defaultPlan }: { address: string; ownerId: string | null; defaultPlan: Plan },
): Promise<number> => deleteEmpty(tx, defaultPlan, sql`u.email = ${address} and a.id is distinct from ${ownerId}::uuid`)
