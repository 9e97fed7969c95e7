import type { RateSourceFile } from '@knockwire/domain/rates/source-file'
import { repeat, type RepeatingTask } from '@knockwire/queue/wakeable-timer'
import { BadSettings } from '@knockwire/services/settings/bad-settings'
import { Counter, type Registry } from 'prom-client'
import type { ExecutorContext } from '../context.ts'
import { type Refreshed, refreshSource } from './fetch/fetch-source.ts'
import { declareSources, type Lease, leaseDue } from './fetch/lease.ts'
import { readSourceFiles } from './fetch/source-files.ts'
import { isDailyDue, queueDaily } from './mail/queue-daily.ts'
import { triggerAlerts } from './mail/trigger-alerts.ts'

interface RateMetrics {
  fetched: (source: string, refreshed: Refreshed) => void
  mailed: (kind: 'DAILY' | 'ALERT', count: number) => void
}

const outcomes = ['read', 'failed'] as const

/** Every source's counters are there from the start, so that a rule sees the first failure as an increase. */
const createRateMetrics = (registry: Registry, sources: readonly RateSourceFile[]): RateMetrics => {
  const registers = [registry]
  const fetches = new Counter({
    name: 'knockwire_rate_fetches_total',
    help: 'Fetches of mortgage rate sources, by outcome. failed: its last good rates stay, and grow stale.',
    labelNames: ['source', 'outcome'],
    registers,
  })
  const quarantined = new Counter({
    name: 'knockwire_rates_quarantined_total',
    help: 'Mortgage rates that were read and not believed.',
    labelNames: ['source'],
    registers,
  })
  const mails = new Counter({
    name: 'knockwire_rate_mails_queued_total',
    help: 'Mails about mortgage rates that were queued, by kind.',
    labelNames: ['kind'],
    registers,
  })
  for (const { key: source } of sources) {
    for (const outcome of outcomes) fetches.inc({ source, outcome }, 0)
    quarantined.inc({ source }, 0)
  }
  return {
    fetched: (source, refreshed) => {
      if (refreshed.kind === 'released') return
      fetches.inc({ source, outcome: refreshed.kind })
      if (refreshed.kind === 'read') quarantined.inc({ source }, refreshed.quarantined.length)
    },
    mailed: (kind, count) => mails.inc({ kind }, count),
  }
}

interface RatesOptions {
  registry: Registry
  /** How often to look whether a source, an alert or the daily email is due. */
  everyMs?: number
  now?: () => number
}

/** Sources fetched at once in this process. */
const fetchesAtOnce = 4

/**
 * Keeps the mortgage rates: fetches the declared sources when they are due, triggers alerts, and queues the daily email
 * after the day's fetches. Any number of executors may do so; each piece of work is one's at a time.
 *
 * @throws BadSettings where a source's file cannot be used
 */
export const startRates = async (context: ExecutorContext, options: RatesOptions): Promise<RepeatingTask> => {
  const { registry, everyMs = 10_000, now = Date.now } = options
  const sources = await readSourceFiles(context.settings.rateSourceFiles).catch((error: Error) => {
    throw new BadSettings(`RATE_SOURCES is not usable: ${error.message}`)
  })
  const metrics = createRateMetrics(registry, sources)
  const stopping = new AbortController()
  // Tried again where it fails: a database that is busy must not end the executor's start.
  let areDeclared = false
  const declare = async () => {
    if (areDeclared) return
    await declareSources(context.database.db, sources, now())
    areDeclared = true
  }
  await declare().catch(context.onError)
  const rounds = [
    () => fetchDue(context, { sources, metrics, now, signal: stopping.signal }),
    async () => metrics.mailed('ALERT', await triggerAlerts(context, now())),
    () => sendDaily(context, metrics, now()),
  ]
  const work = repeat(0, async () => {
    await declare().catch(context.onError)
    for (const round of areDeclared ? rounds : []) await round().catch(context.onError)
    return areDeclared ? everyMs : Math.min(everyMs, 1000)
  })
  return {
    stop: async () => {
      stopping.abort()
      await work.stop()
    },
  }
}

interface Fetches {
  sources: readonly RateSourceFile[]
  metrics: RateMetrics
  now: () => number
  signal: AbortSignal
}

const fetchDue = async (context: ExecutorContext, { sources, metrics, now, signal }: Fetches): Promise<void> => {
  const { client, sandbox, log, database } = context
  const byKey = new Map(sources.map((source) => [source.key, source]))
  const fetchOne = async (lease: Lease) => {
    const source = byKey.get(lease.key)
    if (source === undefined) return
    const refreshed = await refreshSource({ db: database.db, client, sandbox, log, now, signal }, source, lease)
    metrics.fetched(source.key, refreshed)
  }
  for (;;) {
    const leases: Lease[] = []
    while (leases.length < fetchesAtOnce && !signal.aborted) {
      const lease = await leaseDue(database.db, [...byKey.keys()], now())
      if (lease === null) break
      leases.push(lease)
    }
    if (leases.length === 0) return
    await Promise.all(leases.map((lease) => fetchOne(lease).catch(context.onError)))
  }
}

const sendDaily = async (context: ExecutorContext, metrics: RateMetrics, nowMs: number): Promise<void> => {
  const { database, settings, log } = context
  if (!(await isDailyDue(database.db, settings.ratesEmailMinute, nowMs))) return
  const queued = await queueDaily(context, nowMs)
  metrics.mailed('DAILY', queued)
  if (queued > 0) log.info({ queued }, 'daily rate emails queued')
}
