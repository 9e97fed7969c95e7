import type { Plan } from '@knockwire/domain/plans/plan'
import { sql } from 'drizzle-orm'
import type { DatabaseOrTransaction } from '@knockwire/db/client'

export interface StoredBytes {
  accountId: string
  plan: Plan
  /** Bytes of stored history over all tasks and receivers of the account; `limitsOf` says how many it may have. */
  bytes: number
}

/**
 * What these accounts' histories take, from the counters that are kept with each record: it costs by the number of tasks
 * and receivers, not by what they hold. Accounts that are no more are left out.
 */
export const storedBytesOf = async (
  db: DatabaseOrTransaction,
  accountIds: readonly string[],
): Promise<StoredBytes[]> => {
  const { rows } = await db.execute<StoredBytes & Record<string, unknown>>(sql`
    select a.id as "accountId", a.plan, (of_tasks.bytes + of_receivers.bytes)::float8 as bytes
    from accounts a
    cross join lateral (
      select coalesce(sum(s.stored_bytes), 0) as bytes
      from tasks t join schedules s on s.task_id = t.id where t.account_id = a.id
    ) of_tasks
    cross join lateral (
      select coalesce(sum(g.stored_bytes), 0) as bytes
      from receivers r join receiver_counters g on g.receiver_id = r.id where r.account_id = a.id
    ) of_receivers
    where a.id = any (${sql.param([...accountIds])}::uuid[])`)
  return rows
}
