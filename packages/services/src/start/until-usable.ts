import { setTimeout as sleep } from 'node:timers/promises'
import { type DatabaseHandle, openDatabase } from '@knockwire/db/client'
import { checkReadiness, type Readiness } from '@knockwire/db/readiness'
import { isQueueInstalled } from '@knockwire/queue/queues'
import type { Logger } from 'pino'
import { type HealthServer, startHealthServer } from '../health/health-server.ts'
import { checkEncryptionKey } from '../secrets/encryption-check.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { BadSettings } from '../settings/bad-settings.ts'

interface StartingProcess {
  databaseUrl: string
  applicationName: string
  secrets: Secrets
  version: string
  /** Where health is answered meanwhile: all that the process will listen on. */
  listens: readonly { host: string; port: number }[]
  log: Logger
  /** Aborted when the process is to stop. */
  signal: AbortSignal
}

/** How long to wait between looks: soon at first, since a database that is just being started takes a second or two. */
const waitsMs = [250, 500, 1000, 2000]
const logEveryMs = 60_000

/** Wrong password, no such role, no such database: waiting corrects none of them. */
const isRejected = (error: unknown): error is Error => {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (!(cause instanceof Error)) return false
  const code = 'code' in cause ? String(cause.code) : ''
  return code.startsWith('28') || code === '3D000' || cause.message === 'The server does not support SSL connections'
}

const messageOf = (error: Error) => (error.cause instanceof Error ? error.cause.message : error.message)

/** @throws BadSettings where PostgreSQL rejects what DATABASE_URL says */
const reach = async ({ pool }: Pick<DatabaseHandle, 'pool'>): Promise<Readiness> => {
  try {
    await pool.query('select 1')
  } catch (error) {
    if (isRejected(error)) throw new BadSettings(`DATABASE_URL is not usable: ${messageOf(error)}.`)
    const reason = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    return { isReady: false, reason: `The database does not answer${reason}.` }
  }
  return { isReady: true }
}

/** @throws BadSettings as `reach` */
const look = async (database: DatabaseHandle): Promise<Readiness> => {
  const reached = await reach(database)
  if (!reached.isReady) return reached
  const { db, pool } = database
  const readiness = await checkReadiness(db)
  if (!readiness.isReady) return readiness
  const isInstalled = await isQueueInstalled(pool).catch(() => false)
  return isInstalled ? readiness : { isReady: false, reason: 'The queues of the database are not migrated.' }
}

/**
 * Waits until the database answers, is migrated and takes writes, and checks the encryption key with it: a process that is
 * started before its database, as after a power cut, is neither ended nor restarted for it. Meanwhile `/healthz` says that it
 * lives and `/readyz` what it waits for; so does the log, once and then each minute. Rejects when the signal is aborted.
 *
 * @throws BadSettings where the database rejects the address, or ENCRYPTION_KEY is not this database's
 */
export const untilUsable = async (starting: StartingProcess): Promise<void> => {
  const { databaseUrl: url, applicationName, secrets } = starting
  const database = openDatabase({ url, max: 1, applicationName, onIdleError: () => {} })
  try {
    const readiness = await look(database)
    if (!readiness.isReady) await wait(starting, database, readiness)
    await checkEncryptionKey(database.db, secrets)
  } finally {
    await database.close()
  }
}

interface Reaching {
  databaseUrl: string
  applicationName: string
  log: Logger
  /** How long to wait at most. */
  limitMs: number
}

/**
 * Waits until the database answers, for what is to migrate it. The log says why, once and then each minute.
 *
 * @throws BadSettings where the database rejects the address, or does not answer within the limit
 */
export const untilReachable = async ({ databaseUrl: url, applicationName, log, limitMs }: Reaching): Promise<void> => {
  const database = openDatabase({ url, max: 1, applicationName, onIdleError: () => {} })
  const startedAt = performance.now()
  let nextLogAt = startedAt
  try {
    for (let attempt = 0; ; attempt += 1) {
      const reached = await reach(database)
      if (reached.isReady) return
      const waitedMs = performance.now() - startedAt
      const waitedSeconds = Math.round(waitedMs / 1000)
      if (waitedMs >= limitMs) throw new BadSettings(`${reached.reason} This was tried for ${waitedSeconds} seconds.`)
      if (performance.now() >= nextLogAt) {
        log.warn({ reason: reached.reason, waitedSeconds }, 'waiting for the database')
        nextLogAt = performance.now() + logEveryMs
      }
      await sleep(Math.min(waitsMs[Math.min(attempt, waitsMs.length - 1)] ?? 0, limitMs - waitedMs))
    }
  } finally {
    await database.close()
  }
}

const wait = async (starting: StartingProcess, database: DatabaseHandle, first: Readiness) => {
  const { listens, version, log, signal } = starting
  let readiness = first
  const health: HealthServer[] = []
  const startedAt = performance.now()
  let nextLogAt = startedAt
  try {
    const sources = { version, log, isStarting: true, readiness: async () => readiness }
    for (const { host, port } of listens) health.push(await startHealthServer(host, port, sources))
    for (let attempt = 0; !readiness.isReady; attempt += 1) {
      const now = performance.now()
      if (now >= nextLogAt) {
        const { reason } = readiness
        log.warn({ reason, waitedSeconds: Math.round((now - startedAt) / 1000) }, 'waiting for the database')
        nextLogAt = now + logEveryMs
      }
      await sleep(waitsMs[Math.min(attempt, waitsMs.length - 1)], undefined, { signal })
      readiness = await look(database)
    }
    log.info({ waitedSeconds: Math.round((performance.now() - startedAt) / 1000) }, 'the database is there')
  } finally {
    await Promise.all(health.map((server) => server.close()))
  }
}
