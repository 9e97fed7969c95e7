import { measureHistory } from './ingress/measure-history.ts'
import { measureIngress } from './ingress/measure-ingress.ts'
import { measureConditions } from './measures/conditions.ts'
import { measureDispatchCost } from './measures/dispatch-cost.ts'
import { measureIdle } from './measures/idle.ts'
import { measureLag } from './measures/lag.ts'
import { measureThroughput } from './measures/throughput.ts'
import { startBenchDatabase, type BenchDatabase } from './parts/bench-database.ts'
import { printed, startChild } from './parts/child.ts'
import { memoryMb } from './parts/cpu.ts'
import { startExecutor } from './parts/executor.ts'
import { seed } from './parts/seed.ts'

const only = process.argv.slice(2)
const is = (name: string) => only.length === 0 || only.includes(name)

const measure = async (database: BenchDatabase) => {
  const target = startChild('parts/target.ts', [])
  const { port } = await printed<{ port: number }>(target, () => true)
  const targetOrigin = `http://127.0.0.1:${port}`
  const seeded = { accounts: 200, uri: targetOrigin }
  await seed(database.pool, { ...seeded, tasks: 10_000 })
  const executor = await startExecutor(database.url, database.encryptionKey)
  const bench = { database, executor, targetOrigin }
  if (is('idle')) console.log('idle', await measureIdle(bench, 20))
  if (is('lag')) console.log('lag 200/s', await measureLag(bench, 4000, 5))
  if (is('burst')) console.log('burst', await measureLag(bench, 5000, 0))
  if (is('throughput')) {
    await seed(database.pool, { ...seeded, tasks: 50_000 }, 10_001)
    console.log('throughput', await measureThroughput(bench, 40_000))
  }
  if (is('conditions')) console.log('conditions', await measureConditions(bench, 10_000))
  if (is('dispatch')) {
    const at10k = await measureDispatchCost(bench)
    console.log('dispatch 10k', at10k)
    await seed(database.pool, { ...seeded, tasks: 1_000_000 }, 50_001)
    const at1m = await measureDispatchCost(bench)
    console.log('dispatch 1m', at1m, at1m / at10k)
  }
  console.log('memory', memoryMb(executor.pid, 'now'), memoryMb(executor.pid, 'peak'))
  await executor.stop()
  await target.stop()
}

const ofReceivers = { ingress: measureIngress, history: measureHistory }

const database = await startBenchDatabase()
try {
  for (const [name, measureIt] of Object.entries(ofReceivers))
    if (is(name)) console.log(name, await measureIt(database))
  if (only.length === 0 || only.some((name) => !(name in ofReceivers))) await measure(database)
} finally {
  await database.stop()
}
