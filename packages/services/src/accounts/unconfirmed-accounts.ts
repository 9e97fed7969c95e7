import { type SQL, sql } from 'drizzle-orm'
import type { DatabaseOrTransaction, Transaction } from '@knockwire/db/client'

/** Tables with an `account_id` in which one row is reason enough to keep an account. */
export const holdings = [
  'tasks',
  'receivers',
  'notifications',
  'slack_channels',
  'verified_emails',
  'api_tokens',
  'oidc_identities',
  'passkeys',
  'billing_accounts',
  'rate_subscriptions',
  'rate_alerts',
] as const

/** Of an account `a`: nobody proved that its address, or any other, is theirs, and nothing would be lost with it. */
const isUnconfirmedAndEmpty = sql.raw(
  ["a.plan = 'FREE'", ...holdings.map((table) => `not exists (select from ${table} where account_id = a.id)`)].join(
    ' and ',
  ),
)

const batchSize = 200

/**
 * Deletes such of the accounts `a` that `which` names. They are locked first and looked at again in a statement of its
 * own: what their owners begin meanwhile waits, or is seen.
 */
const deleteEmpty = async (tx: DatabaseOrTransaction, which: SQL): Promise<number> => {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select a.id from accounts a where ${which} and ${isUnconfirmedAndEmpty} order by a.id limit ${batchSize} for update of a`,
  )
  if (rows.length === 0) return 0
  const ids = sql.param(rows.map(({ id }) => id))
  const deleted = await tx.execute(
    sql`delete from accounts a where a.id = any (${ids}::uuid[]) and ${isUnconfirmedAndEmpty}`,
  )
  return deleted.rowCount ?? 0
}

/** How long an address may stay unconfirmed. */
const confirmWithin = sql.raw(`interval '7 days'`)

/** Accounts whose address nobody confirmed within 7 days and that hold nothing: the address is free again. */
export const deleteUnconfirmedAccounts = (tx: DatabaseOrTransaction): Promise<number> =>
  deleteEmpty(tx, sql`a.created_at < now() - ${confirmWithin}`)

/** The account that confirms an address owns it: an empty account that someone else opened with it, and never confirmed, is no more. */
export const freeAddress = (
  tx: Transaction,
  { address, ownerId }: { address: string; ownerId: string },
): Promise<number> => deleteEmpty(tx, sql`a.email = ${address} and a.id <> ${ownerId}`)
