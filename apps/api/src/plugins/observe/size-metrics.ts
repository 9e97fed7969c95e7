import { registerDatabaseGauges } from '@knockwire/services/metrics/database-gauges'
import { sql } from 'drizzle-orm'
import type { Registry } from 'prom-client'
import type { ApiContext } from '../../context.ts'

interface Sizes extends Record<string, unknown> {
  accounts: number
  tasks: number
  receivers: number
  storedBytes: number
  databaseBytes: number
}

/** Counting reads whole tables; nothing here changes fast. */
const freshMs = 5 * 60_000

/** How much there is, counted once in five minutes. Every process of the API reports the same. */
export const measureSizes = (registry: Registry, { db, log, now }: Pick<ApiContext, 'db' | 'log' | 'now'>): void =>
  registerDatabaseGauges(registry, {
    freshMs,
    now,
    query: async () => {
      const { rows } = await db.execute<Sizes>(sql`
        select (select count(*) from accounts)::float8 as accounts,
          (select count(*) from tasks where not is_draft)::float8 as tasks,
          (select count(*) from receivers where not is_draft)::float8 as receivers,
          ((select coalesce(sum(stored_bytes), 0) from schedules)
            + (select coalesce(sum(stored_bytes), 0) from receiver_counters))::float8 as "storedBytes",
          pg_database_size(current_database())::float8 as "databaseBytes"`)
      return rows[0] ?? null
    },
    gauges: [
      { name: 'knockwire_accounts', help: 'Accounts.', of: (sizes) => sizes?.accounts ?? 0 },
      { name: 'knockwire_tasks', help: 'Tasks, active or not, without drafts.', of: (sizes) => sizes?.tasks ?? 0 },
      { name: 'knockwire_receivers', help: 'Receivers without drafts.', of: (sizes) => sizes?.receivers ?? 0 },
      {
        name: 'knockwire_stored_bytes',
        help: 'What the histories of all accounts count towards the limits of their plans.',
        of: (sizes) => sizes?.storedBytes ?? 0,
      },
      {
        name: 'knockwire_database_bytes',
        help: 'What the database takes on the disk of PostgreSQL.',
        of: (sizes) => sizes?.databaseBytes ?? 0,
      },
    ],
    onError: (error) => log.warn({ err: error }, 'the sizes could not be measured'),
  })
