import { rateSources } from '@knockwire/db/schema/rates'
import type { RateSourceFile } from '@knockwire/domain/rates/source-file'
import { counted } from '@knockwire/domain/text/counted'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { type ExecutorContext, openContext } from '../../context.ts'
import { readSettings } from '../../settings.ts'
import { declareSources, leaseNow } from '../fetch/lease.ts'
import { refreshSource, type Refreshed } from '../fetch/fetch-source.ts'
import { readSourceFiles } from '../fetch/source-files.ts'
import { triggerAlerts } from '../mail/trigger-alerts.ts'

const outcomeText = (refreshed: Refreshed | null): string => {
  if (refreshed === null || refreshed.kind === 'released') return 'is being fetched by an executor just now'
  if (refreshed.kind === 'failed') return `FAILED: ${refreshed.problem}`
  const { accepted, date, quarantined } = refreshed
  const doubts = quarantined.map(
    ({ product, purpose, reason }) => `\n    in quarantine: ${product}, ${purpose}: ${reason}`,
  )
  return `read: ${counted(accepted, 'rate')} of ${date}${doubts.join('')}`
}

const stateText = async ({ database }: ExecutorContext, key: string): Promise<string> => {
  const [row] = await database.db.select().from(rateSources).where(eq(rateSources.key, key))
  if (row === undefined) return ''
  const { lastSuccessAt, staleAt, nextFetchAt, failures } = row
  const last =
    lastSuccessAt === null ? 'never read yet, so nothing of it is shown' : `last read ${lastSuccessAt.toISOString()}`
  const isStale = staleAt !== null && staleAt.getTime() <= Date.now()
  const age = isStale ? '; its rates are marked as stale' : ''
  const streak = failures > 1 ? `; ${failures} failures in a row` : ''
  return `    ${last}${age}${streak}; next fetch ${nextFetchAt.toISOString()}`
}

/** Fetches one source now, whatever its schedule, and says how it went. */
const fetchOne = async (context: ExecutorContext, source: RateSourceFile): Promise<boolean> => {
  const { client, sandbox, log, database } = context
  const lease = await leaseNow(database.db, source.key)
  const tools = { db: database.db, client, sandbox, log, now: Date.now }
  const refreshed = lease === null ? null : await refreshSource(tools, source, lease)
  process.stdout.write(
    `  ${source.key} (${source.url})\n    ${outcomeText(refreshed)}\n${await stateText(context, source.key)}\n`,
  )
  return refreshed?.kind !== 'failed'
}

const fetchAll = async (context: ExecutorContext): Promise<boolean> => {
  const sources = await readSourceFiles(context.settings.rateSourceFiles)
  await declareSources(context.database.db, sources, Date.now())
  if (sources.length === 0) {
    process.stdout.write('Rate fetching is switched off on this server (RATE_SOURCES=none): no rates are shown.\n')
    return true
  }
  process.stdout.write(`${sources.length} rate sources:\n`)
  let isGood = true
  for (const source of sources) isGood = (await fetchOne(context, source)) && isGood
  const triggered = await triggerAlerts(context, Date.now())
  if (triggered > 0) process.stdout.write(`${counted(triggered, 'alert')} triggered.\n`)
  return isGood
}

const onError = (error: Error) => void process.stderr.write(`${error.message}\n`)

try {
  const { context, close } = await openContext(readSettings(), pino({ level: 'silent' }), onError)
  try {
    process.exitCode = (await fetchAll(context)) ? 0 : 1
  } finally {
    await close()
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
}
