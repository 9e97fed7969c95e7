import { measureHostileHeaders } from './hostile/headers.ts'
import { measureHostileDeliveries, measureHostileNumbers } from './hostile/runs.ts'
import { measureHostileSearches } from './hostile/searches.ts'
import { requireWrk } from './ingress/load.ts'
import { measureHistory } from './ingress/measure-history.ts'
import { measureIngress } from './ingress/measure-ingress.ts'
import { measureSignals } from './ingress/measure-signals.ts'
import { measureLighthouse } from './lighthouse/measure-lighthouse.ts'
import { measureHeartbeatAlerts } from './measures/alerts-of-heartbeats.ts'
import { measureApply } from './measures/apply.ts'
import { measureBodies } from './measures/bodies.ts'
import { measureBundles } from './measures/bundles.ts'
import { measureConditions } from './measures/conditions.ts'
import { measureDispatchCost } from './measures/dispatch-cost.ts'
import { measureFullHistories } from './measures/full-histories.ts'
import { measureHostileConditions } from './measures/hostile-conditions.ts'
import { measureIdle } from './measures/idle.ts'
import { measureLag } from './measures/lag.ts'
import { measureMemory } from './measures/memory.ts'
import { measureSoak } from './measures/soak.ts'
import { measureStartTime } from './measures/start-time.ts'
import { measureThroughput } from './measures/throughput.ts'
import { measureRowOpening } from './screens/measure-row-opening.ts'
import { measureSeries } from './screens/measure-series.ts'
import { startBenchDatabase, type BenchDatabase } from './parts/bench-database.ts'
import type { Bench } from './parts/bench.ts'
import { printed, startChild } from './parts/child.ts'
import { memoryMb } from './parts/cpu.ts'
import { startExecutor } from './parts/executor.ts'
import { seed } from './parts/seed.ts'
import { publish } from './publish.ts'
import * as report from './report.ts'
import { ofHeartbeatAlerts, ofSignals } from './report-heartbeats.ts'

const accounts = 200
const few = 10_000
const more = 50_000
/** Tasks, requests in histories, and rounds of dispatch. */
const whole = { many: 1_000_000, manyRequests: 10_000_000, manyHeartbeats: 100_000, rounds: 15, minutes: 10 }
const short = { many: 20_000, manyRequests: 100_000, manyHeartbeats: 5000, rounds: 3, minutes: 1 }

const names =
  'idle lag burst throughput conditions hostile-conditions hostile-numbers hostile-searches hostile-headers hostile-deliveries bodies soak full-histories dispatch memory heartbeats signals ingress history start bundles row-opening series apply lighthouse'.split(
    ' ',
  )
const usage = `pnpm bench [--full] [--minutes=10] [--short] [--publish] [${names.join('] [')}]
Without names: all, but what takes a million runs, ten million rows or ten minutes, which --full adds. --minutes is for
how long soak and full-histories run. --short tries them all out: a minute, 20,000 tasks instead of a million, 100,000 requests
instead of ten million; its figures are not published. --publish writes each measure into the documentation's table as it ends.`

const words = process.argv.slice(2)
const isFull = words.includes('--full')
const isShort = words.includes('--short')
const { many, manyRequests, manyHeartbeats, rounds, minutes: usualMinutes } = isShort ? short : whole
const minutes = Number(words.find((word) => word.startsWith('--minutes='))?.split('=')[1] ?? usualMinutes)
const only = words.filter((word) => !word.startsWith('--'))
const isPublished = words.includes('--publish')
if (isShort && isPublished) throw new Error('What --short measures is not what the documentation shows.')
const isRequested = (name: string, isLong = false) => (only.length > 0 ? only.includes(name) : isFull || !isLong)

/** Prints what a measure gave, and writes it into the documentation where that is requested. */
const show = async (name: string, title: string, figures: readonly report.Figure[]) => {
  report.printFigures(title, figures)
  if (isPublished) await publish([{ name, title, figures }])
}

/** `pnpm bench` has bundled it: infra/bench/main.ts. */
const bundledExecutor = '../../apps/executor/dist/main.js'

const measureRuns = async (bench: Bench, addTasks: (from: number, to: number) => Promise<void>) => {
  if (isRequested('idle')) await show('idle', 'Idle, 10,000 active tasks', report.ofIdle(await measureIdle(bench, 30)))
  if (isRequested('lag'))
    await show('lag', '200 runs due a second', report.ofSteadyLag(await measureLag(bench, 4000, 5)))
  if (isRequested('burst'))
    await show('burst', '5,000 runs due at once', report.ofBurst(await measureLag(bench, 5000, 0)))
  await addTasks(few + 1, more)
  if (isRequested('throughput'))
    await show(
      'throughput',
      'Throughput, a condition on each run',
      report.ofThroughput(await measureThroughput(bench, 40_000)),
    )
  if (isRequested('conditions'))
    await show('conditions', 'Conditions', report.ofConditions(await measureConditions(bench, 10_000)))
}

const measureHostile = async (bench: Bench) =>
  await show(
    'hostile-conditions',
    'Beside hostile accounts',
    report.ofHostileConditions(await measureHostileConditions(bench)),
  )

const measureNumbers = async (bench: Bench) =>
  await show('hostile-numbers', 'Beside long numbers', report.ofBeside(await measureHostileNumbers(bench)))

const measureDeliveries = async (bench: Bench) =>
  await show(
    'hostile-deliveries',
    'Beside floods of HTTP notifications',
    report.ofHostileDeliveries(await measureHostileDeliveries(bench)),
  )

const measureSearches = async (database: BenchDatabase) =>
  await show(
    'hostile-searches',
    'Beside one account’s searches of 180 MB',
    report.ofHostileSearches(await measureHostileSearches(database)),
  )

const measureHeaders = async (database: BenchDatabase) =>
  await show(
    'hostile-headers',
    'Beside 1,500 connections that hold headers',
    report.ofHostileHeaders(await measureHostileHeaders(database)),
  )

const measureLongBodies = async (bench: Bench) =>
  await show(
    'bodies',
    '40 accounts with 25 tasks of 256 KB each, all due at once',
    report.ofBodies(await measureBodies(bench)),
  )

const measureLongRun = async (bench: Bench) =>
  await show(
    'soak',
    '200 runs a second, each with a condition on JSON of 10 KB',
    report.ofSoak(await measureSoak(bench, few, minutes)),
  )

const measureRetention = async (bench: Bench) =>
  await show(
    'full-histories',
    'Full histories: 10,000 tasks of 200 executions each',
    report.ofFullHistories(await measureFullHistories(bench, { tasks: few, accounts, minutes })),
  )

/** In a database of its own size: ten thousand tasks first, then a million. */
const measureSize = async (bench: Bench, addTasks: (from: number, to: number) => Promise<void>) => {
  const grow = () => addTasks(few + 1, many)
  if (isRequested('dispatch'))
    await show('dispatch', 'Dispatch', report.ofDispatch(await measureDispatchCost(bench, grow, rounds)))
  else if (isRequested('memory', true)) await grow()
  if (isRequested('memory', true))
    await show('memory', 'A million runs', report.ofMillionRuns(await measureMemory(bench, many)))
}

/** The executor on a database with ten thousand active tasks. */
const withExecutor = async (measure: typeof measureRuns) => {
  const database = await startBenchDatabase()
  const target = startChild('parts/target.ts', [])
  try {
    const { port } = await printed<{ port: number }>(target, () => true)
    const targetOrigin = `http://127.0.0.1:${port}`
    const addTasks = (from: number, to: number) => seed(database.pool, { accounts, uri: targetOrigin, tasks: to }, from)
    await addTasks(1, few)
    const executor = await startExecutor(database.url, database.encryptionKey, {}, undefined, bundledExecutor)
    await measure({ database, executor, targetOrigin }, addTasks)
    report.printFigures('All of this', report.ofAllOfThis(memoryMb(executor.pid, 'peak')))
    await executor.stop()
  } finally {
    await target.stop()
    await database.stop()
  }
}

const measureHeartbeats = async (bench: Bench) =>
  await show(
    'heartbeats',
    `${manyHeartbeats.toLocaleString('en')} heartbeats that fall silent within a minute`,
    ofHeartbeatAlerts(await measureHeartbeatAlerts(bench, manyHeartbeats)),
  )

const measureReceivers = async (database: BenchDatabase) => {
  if (isRequested('signals'))
    await show('signals', 'Receivers that expect calls', ofSignals(await measureSignals(database)))
  if (isRequested('ingress')) await show('ingress', 'Receivers', report.ofIngress(await measureIngress(database)))
  if (isRequested('history', true))
    await show('history', 'A receiver’s history', report.ofHistory(await measureHistory(database, few, manyRequests)))
}

const withDatabase = async (measure: typeof measureReceivers) => {
  const database = await startBenchDatabase()
  try {
    await measure(database)
  } finally {
    await database.stop()
  }
}

if (words.includes('--help')) {
  console.log(usage)
} else {
  const startedAt = performance.now()
  if (isRequested('ingress') || isRequested('signals')) await requireWrk()
  if (['idle', 'lag', 'burst', 'throughput', 'conditions'].some((name) => isRequested(name)))
    await withExecutor(measureRuns)
  if (isRequested('hostile-conditions')) await withExecutor(measureHostile)
  if (isRequested('hostile-numbers')) await withExecutor(measureNumbers)
  if (isRequested('hostile-deliveries')) await withExecutor(measureDeliveries)
  if (isRequested('hostile-searches')) await withDatabase(measureSearches)
  if (isRequested('hostile-headers')) await withDatabase(measureHeaders)
  if (isRequested('bodies')) await withExecutor(measureLongBodies)
  if (isRequested('soak', true)) await withExecutor(measureLongRun)
  if (isRequested('full-histories', true)) await withExecutor(measureRetention)
  if (isRequested('dispatch') || isRequested('memory', true)) await withExecutor(measureSize)
  if (isRequested('heartbeats')) await withExecutor(measureHeartbeats)
  if (isRequested('signals') || isRequested('ingress') || isRequested('history', true))
    await withDatabase(measureReceivers)
  if (isRequested('start')) await show('start', 'Starting', report.ofStartTime(await measureStartTime()))
  if (isRequested('bundles')) await show('bundles', 'What browsers load', report.ofBundles(await measureBundles()))
  if (isRequested('row-opening'))
    await show('row-opening', 'Opening a row of a history', report.ofRowOpening(await measureRowOpening()))
  if (isRequested('series'))
    await show('series', 'The chart of 30 days of a one-minute task', report.ofSeries(await measureSeries()))
  if (isRequested('apply')) await show('apply', 'A file applied in one call', report.ofApply(await measureApply()))
  if (isRequested('lighthouse', true))
    await show('lighthouse', 'Lighthouse, of 100', report.ofLighthouse(await measureLighthouse()))
  console.log(`\nTook ${Math.round((performance.now() - startedAt) / 1000)} seconds.`)
}
