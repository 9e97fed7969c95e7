import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rateSources } from '@knockwire/db/schema/rates'
import type { LoanInput } from '@knockwire/domain/rates/loan'
import { ratesForLoan } from '@knockwire/domain/rates/rates-for-loan'
import type { RateSourceFile } from '@knockwire/domain/rates/source-file'
import { loadCurrentRates } from '@knockwire/services/rates/current-rates'
import { eq } from 'drizzle-orm'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, expect } from 'vitest'
import { startRates } from '../rates/start-rates.ts'
import type { Settings } from '../settings.ts'
import { startTarget, type Target } from './peers/target.ts'
import { createTestContext, useTestDatabase } from './test-executor.ts'

const folder = fileURLToPath(new URL('../../rate-sources', import.meta.url))

/** The shipped source files and the fixture that is written after each one's documented format. */
const served = {
  'apor-fixed': 'apor-fixed.txt',
  'apor-adjustable': 'apor-adjustable.txt',
  'freddie-mac-pmms': 'freddie-mac-pmms.csv',
  'examples/json-lender': 'json-lender.json',
  'examples/html-lender': 'html-lender.html',
} as const
type ServedSource = keyof typeof served

/** When the fixtures were written for: their newest rows are current then. */
export const fixtureNowMs = Date.UTC(2026, 10, 20, 18, 30)

export interface RatePeers {
  target: Target
  /** Copies of the shipped files that differ in the address alone. */
  files: string[]
  fileOf: (source: ServedSource) => string
  /** Serves the source's fixture, as it is or changed. */
  serve: (source: ServedSource, change?: (body: string) => string) => Promise<void>
  /** Serves the source in a way of the test's own. */
  on: (source: ServedSource, answer: Parameters<Target['on']>[1]) => void
  close: () => Promise<void>
}

const pathOf = (source: ServedSource) => `/${served[source]}`

const fixtureOf = (source: ServedSource): Promise<string> =>
  readFile(join(folder, 'written-fixtures', served[source]), 'utf8')

/** Local servers that answer as the sources' operators document it, and source files that name them. */
export const startRatePeers = async (sources: readonly ServedSource[]): Promise<RatePeers> => {
  const target = await startTarget()
  const directory = await mkdtemp(join(tmpdir(), 'knockwire-rates-'))
  const fileOf = (source: ServedSource) => join(directory, `${source}.json`)
  await mkdir(join(directory, 'examples'))
  const serve: RatePeers['serve'] = async (source, change = (body) => body) => {
    const body = change(await fixtureOf(source))
    target.on(pathOf(source), ({ response }) => void response.end(body))
  }
  for (const source of sources) {
    const shipped: RateSourceFile = JSON.parse(await readFile(join(folder, `${source}.json`), 'utf8'))
    await writeFile(fileOf(source), JSON.stringify({ ...shipped, url: `${target.origin}${pathOf(source)}` }))
    await serve(source)
  }
  return {
    target,
    files: sources.map(fileOf),
    fileOf,
    serve,
    on: (source, answer) => target.on(pathOf(source), answer),
    close: async () => {
      await target.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

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
