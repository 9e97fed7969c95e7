import type { Database } from '@knockwire/db/client'
import { rateSources } from '@knockwire/db/schema/rates'
import { nextRun } from '@knockwire/domain/schedules/next-run'
import { defaultScheduler } from '@knockwire/domain/schedules/default-scheduler'
import type { RateSourceFile } from '@knockwire/domain/rates/source-file'
import { and, eq, notInArray, sql } from 'drizzle-orm'

/** Of a fetch: another executor may take the source over once it has passed, and this one's result is then thrown away. */
export interface Lease {
  key: string
  token: string
}

/** Far more than a fetch and its reading may take. */
const leaseSeconds = 300

/** Brings the table to the declared sources. Those that are declared no more are switched off, and keep their history. */
export const declareSources = async (
  db: Database,
  sources: readonly RateSourceFile[],
  nowMs: number,
): Promise<void> => {
  const now = sql`${new Date(nowMs)}::timestamptz`
  await db.transaction(async (tx) => {
    for (const { key, lender, name, kind, rateType, url, licence } of sources) {
      const fields = { lender, name, kind, rateType, url, licence, isEnabled: true }
      // Fetched at once where it is new, or is somewhere else now.
      const nextFetchAt = sql`case when ${rateSources.isEnabled} and ${rateSources.url} = ${url} then ${rateSources.nextFetchAt} else ${now} end`
      await tx
        .insert(rateSources)
        .values({ key, ...fields, nextFetchAt: now })
        .onConflictDoUpdate({ target: rateSources.key, set: { ...fields, nextFetchAt } })
    }
    const keys = sources.map(({ key }) => key)
    await tx
      .update(rateSources)
      .set({ isEnabled: false })
      .where(and(eq(rateSources.isEnabled, true), notInArray(rateSources.key, keys)))
  })
}

/** Takes a source whose time has come, so that exactly one executor fetches it; null where none is due. Leases are timed by the database's clock. */
export const leaseDue = async (db: Database, keys: readonly string[], nowMs: number): Promise<Lease | null> => {
  const { rows } = await db.execute<{ key: string; token: string }>(sql`
    update rate_sources set lease_token = gen_random_uuid(), leased_until = now() + make_interval(secs => ${leaseSeconds})
    where key = (
      select key from rate_sources
      where key = any(${sql.param(keys)}::text[]) and is_enabled and next_fetch_at <= ${new Date(nowMs)}
        and (leased_until is null or leased_until < now())
      order by next_fetch_at limit 1 for update skip locked
    )
    returning key, lease_token as token`)
  return rows[0] ?? null
}

/** Takes a source whether it is due or not, unless it is being fetched. */
export const leaseNow = async (db: Database, key: string): Promise<Lease | null> => {
  const { rows } = await db.execute<{ key: string; token: string }>(sql`
    update rate_sources set lease_token = gen_random_uuid(), leased_until = now() + make_interval(secs => ${leaseSeconds})
    where key = ${key} and is_enabled and (leased_until is null or leased_until < now())
    returning key, lease_token as token`)
  return rows[0] ?? null
}

/** Gives a source back untouched. */
export const releaseLease = async (db: Database, { key, token }: Lease): Promise<void> => {
  await db
    .update(rateSources)
    .set({ leaseToken: null, leasedUntil: null })
    .where(and(eq(rateSources.key, key), eq(rateSources.leaseToken, token)))
}

/** The next scheduled time after `afterMs`. */
export const nextFetchMs = ({ schedule, timezone }: RateSourceFile, afterMs: number): number => {
  const cron = { ...defaultScheduler, mode: 'CUSTOM', expression: schedule, timezone } as const
  // A pattern that no date ever matches again is looked at in a day.
  return nextRun(cron, afterMs, afterMs) ?? afterMs + 86_400_000
}
