import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { mostBetweenBeatsMs, type Presence } from '@knockwire/domain/heartbeats/absence'
import { sql } from 'drizzle-orm'

/**
 * What is due up to then can be decided: an ingress has said that it was there at its time, or for so long none has that none was. An
 * ingress of an older version says it some seconds ahead. Where none was ever there, nothing is waited for.
 */
export const decidableUntilSql = `(
  select least(now(), greatest(
    coalesce(max(coalesce(p.seen_at, p.until_at)), 'infinity'), now() - interval '${mostBetweenBeatsMs} milliseconds'))
  from ingress_presence p
  where p.until_at > (select max(until_at) from ingress_presence) - interval '1 minute')`

/** What is to be looked at by an executor whether or not an ingress is there is due since then. */
export const dueAtOnceSql = `now() - interval '${mostBetweenBeatsMs} milliseconds'`

/** When ingress processes could take requests since then, and the last time before it. */
export const loadPresence = async (db: DatabaseOrTransaction, sinceMs: number): Promise<Presence[]> => {
  const since = new Date(sinceMs).toISOString()
  const { rows } = await db.execute<Presence & Record<string, unknown>>(sql`
    select extract(epoch from from_at)::float8 * 1000 as "fromMs",
      extract(epoch from coalesce(seen_at, until_at))::float8 * 1000 as "untilMs", is_ended or seen_at is not null as "isExact"
    from ingress_presence
    where until_at >= coalesce(
      (select until_at from ingress_presence where until_at < ${since} order by until_at desc nulls last limit 1), '-infinity')`)
  return rows
}
