import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DatabaseOrTransaction } from './client.ts'

export type Readiness = { isReady: true } | { isReady: false; reason: string }

const Journal = z.object({ entries: z.array(z.object({ when: z.number(), tag: z.string() })) })

/** The newest migration that this code knows of. */
const newestMigration = (() => {
  const text = readFileSync(new URL('../migrations/meta/_journal.json', import.meta.url), 'utf8')
  const newest = Journal.parse(JSON.parse(text)).entries.at(-1)
  if (!newest) throw new Error('There are no migrations.')
  return newest
})()

/** No such table, no such schema. */
const neverMigrated = new Set(['42P01', '3F000'])

const codeOf = (error: unknown): unknown => {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Object && 'code' in cause ? cause.code : undefined
}

/**
 * Whether the database answers, has this version's schema or a newer one (a migration is one that the version before it
 * survives), and takes writes: after a failover, an address may lead to a replica.
 */
export const checkReadiness = async (db: DatabaseOrTransaction): Promise<Readiness> => {
  try {
    const { rows } = await db.execute<{ applied: string | null; isReadOnly: boolean }>(
      sql`select max(created_at) as applied, current_setting('transaction_read_only')::boolean as "isReadOnly"
          from drizzle.__drizzle_migrations`,
    )
    const { applied = null, isReadOnly = false } = rows[0] ?? {}
    if (Number(applied ?? 0) < newestMigration.when)
      return { isReady: false, reason: `The migration ${newestMigration.tag} is not applied.` }
    return isReadOnly ? { isReady: false, reason: 'The database is read-only.' } : { isReady: true }
  } catch (error) {
    if (neverMigrated.has(String(codeOf(error)))) return { isReady: false, reason: 'The database was never migrated.' }
    return { isReady: false, reason: 'The database does not answer.' }
  }
}

/** How old a check may be that readiness is answered from. */
const freshMs = 1000
/** A database that takes longer to say so is not there for those who wait. */
const timeoutMs = 5000

const inTime = async (checking: Promise<Readiness>): Promise<Readiness> => {
  const timeOver = Promise.withResolvers<Readiness>()
  const timer = setTimeout(
    () => timeOver.resolve({ isReady: false, reason: 'The database does not answer.' }),
    timeoutMs,
  )
  try {
    return await Promise.race([checking, timeOver.promise])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Readiness, for any number of callers: all share one check, which is repeated once it is a second old.
 * `now` gives epoch milliseconds.
 */
export const shareReadiness = (check: () => Promise<Readiness>, now: () => number): (() => Promise<Readiness>) => {
  let last: { beganAtMs: number; readiness: Promise<Readiness>; isPending: boolean } | undefined
  return () => {
    if (last !== undefined && (last.isPending || now() - last.beganAtMs < freshMs)) return last.readiness
    const begun = { beganAtMs: now(), readiness: inTime(check()), isPending: true }
    const end = () => void (begun.isPending = false)
    begun.readiness.then(end, end)
    last = begun
    return begun.readiness
  }
}
