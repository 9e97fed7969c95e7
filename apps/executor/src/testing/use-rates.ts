import { loadCurrentRates } from '@knockwire/services/rates/current-rates'
import { rateSources } from '@knockwire/db/schema/rates'
import type { LoanInput } from '@knockwire/domain/rates/loan'
import { ratesForLoan } from '@knockwire/domain/rates/rates-for-loan'
import { eq } from 'drizzle-orm'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, expect } from 'vitest'
import { startRates } from '../rates/start-rates.ts'
import type { Settings } from '../settings.ts'
import { fixtureNowMs, type RatePeers, startRatePeers, type ServedSource } from './rate-peers.ts'
import { createTestContext, useTestDatabase } from './test-executor.ts'

export const testLoan = { loanAmount: 300_000, loanPurpose: 'PURCHASE' } as const

interface StartOptions {
  nowMs?: number
  timeoutMs?: number
  settings?: Partial<Settings>
}

/** A database for the test file, and executors' parts that keep the rates in it. Each test begins without sources. */
export const useRates = async () => {
  const { db, pool, url } = await useTestDatabase()
  /** What was started in a test, the last first. */
  const stops: (() => Promise<void>)[] = []
  beforeEach(async () => {
    await db.delete(rateSources)
  })
  afterEach(async () => {
    for (const stop of stops.splice(0).toReversed()) await stop()
  })

  const startPeers = async (sources: readonly ServedSource[]): Promise<RatePeers> => {
    const peers = await startRatePeers(sources)
    stops.push(peers.close)
    return peers
  }
  /** On a clock of the test's. */
  const start = async (files: readonly string[], options: StartOptions = {}) => {
    const { nowMs = fixtureNowMs, timeoutMs = 2000, settings } = options
    const clock = { nowMs }
    const { context, errors, close } = await createTestContext(url, {
      settings: { rateSourceFiles: files, ...settings },
      outbound: { timeoutMs },
    })
    const registry = new Registry()
    const rates = await startRates(context, { registry, everyMs: 50, now: () => clock.nowMs })
    let stopping: Promise<void> | undefined
    const stop = () => (stopping ??= rates.stop().then(close))
    stops.push(stop)
    return { clock, registry, context, errors, stop }
  }
  const sourceOf = async (key: string) => {
    const [row] = await db.select().from(rateSources).where(eq(rateSources.key, key))
    return row
  }
  const untilFetched = (key: string) =>
    expect.poll(async () => (await sourceOf(key))?.lastFetchedAt ?? null, { timeout: 25_000 }).not.toBeNull()
  /** Has the source fetched again, whatever its schedule. */
  const fetchAgain = async (key: string) => {
    const dueNow = { nextFetchAt: new Date(0), lastFetchedAt: null }
    await db.update(rateSources).set(dueNow).where(eq(rateSources.key, key))
    await untilFetched(key)
  }
  const rowsFor = async (loan: LoanInput = testLoan, nowMs = fixtureNowMs) =>
    ratesForLoan(await loadCurrentRates(db), loan, nowMs)
  return {
    db,
    pool,
    url,
    startPeers,
    start,
    sourceOf,
    untilFetched,
    fetchAgain,
    rowsFor,
    stopAfterTest: (stop: () => Promise<void>) => void stops.push(stop),
  }
}

export const metricOf = async (registry: Registry, name: string, labels: Record<string, string>) => {
  const { values } = (await registry.getSingleMetric(name)?.get()) ?? { values: [] }
  const isIt = (found: object) => Object.entries(labels).every(([label, value]) => Reflect.get(found, label) === value)
  return values.find((value) => isIt(value.labels))?.value
}
