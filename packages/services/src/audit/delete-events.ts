import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { sql } from 'drizzle-orm'

/** Deletes events of accounts that are closed or gone, at most so many; the database keeps those of any other. Gives their number. */
export const deleteEventsOf = async (
  tx: DatabaseOrTransaction,
  accountIds: readonly string[],
  limit: number,
): Promise<number> => {
  const { rowCount } = await tx.execute(sql`
    delete from audit_events where id in (
      select id from audit_events where account_id = any (${sql.param(accountIds)}::uuid[]) order by id limit ${limit})`)
  return rowCount ?? 0
}
