import { deleteTasks } from '@knockwire/services/tasks/delete-tasks'
import { deleteUnconfirmedAccounts } from '@knockwire/services/accounts/unconfirmed-accounts'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Chore } from './start-upkeep.ts'

const expiredSql = [
  `delete from sessions where expires_at < now()`,
  `delete from email_codes where expires_at < now()`,
  `delete from password_reset_codes where expires_at < now()`,
  `delete from sign_in_challenges where expires_at < now()`,
  `delete from api_tokens where expires_at < now() - interval '30 days'`,
  `delete from rate_windows where expires_at < now()`,
]

/** Sessions, codes and counted windows that no longer mean anything. */
export const deleteExpired: Chore = async (client) => {
  let deleted = 0
  for (const statement of expiredSql) deleted += (await client.query(statement)).rowCount ?? 0
  return deleted
}

/** One that is being saved or created as a task just now is locked: it is passed over, and looked at again. */
const staleSql = `
  select id from tasks
  where is_draft and greatest(updated_at, last_opened_at, last_slack_setup_at) < now() - interval '24 hours'
  order by updated_at limit 100
  for update skip locked`

/** Drafts that nobody has touched for a day. */
export const deleteStaleDrafts: Chore = async (client) => {
  const { rows } = await client.query<{ id: string }>(staleSql)
  await deleteTasks(
    drizzle(client),
    rows.map(({ id }) => id),
  )
  return rows.length
}

/** Accounts that someone opened with an address and never came back to. */
export const deleteUnconfirmed: Chore = (client) => deleteUnconfirmedAccounts(drizzle(client))
