import type { Database } from '@knockwire/db/client'
import { undecidedRequests } from '@knockwire/db/schema/receivers'
import { uuidTime } from '@knockwire/db/uuidv7'
import { sql } from 'drizzle-orm'

interface Undecided {
  count: number
  /** How long ago the oldest was received, in seconds; 0 where there is none. */
  oldestSeconds: number
}

/**
 * Received requests whose conditions no executor has decided yet. Counts the whole table, which is short as long as executors
 * work. Requests have ids that begin with their time, so that the smallest is the oldest of all receivers.
 */
export const findUndecided = async (db: Database, nowMs: number): Promise<Undecided> => {
  const { rows } = await db.execute<{ count: number; oldest: string | null }>(sql`
    select count(*)::int as count, min(request_id::text) as oldest from ${undecidedRequests}`)
  const { count = 0, oldest = null } = rows[0] ?? {}
  return { count, oldestSeconds: oldest === null ? 0 : Math.max(0, nowMs - uuidTime(oldest)) / 1000 }
}
