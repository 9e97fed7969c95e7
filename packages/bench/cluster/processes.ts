import { startApi } from '../ingress/ingress-server.ts'
import { startBenchDatabase } from '../parts/bench-database.ts'
import { startExecutor } from '../parts/executor.ts'
import { seed } from '../parts/seed.ts'
import { type Demand, measureDemand } from './demand.ts'
import { type Limits, measureLimits } from './limits.ts'
import { numberOf, startTarget } from './parts.ts'
import { startPooler } from './pooler.ts'

export interface ProcessesMeasured {
  limits: Limits
  demand: Demand
  /** Sessions that PgBouncer had open to PostgreSQL; null without it. */
  pooledSessions: number | null
}

/** PgBouncer gives its sessions the names of its clients. */
const apiName = 'knockwire-api'

/** Two processes of each kind on one database, the API's with or without PgBouncer in between. */
export const measureProcesses = async ({ isPooled }: { isPooled: boolean }): Promise<ProcessesMeasured> => {
  const database = await startBenchDatabase()
  const pooler = isPooled ? await startPooler(database.url) : null
  const target = await startTarget(50)
  const { pool } = database
  const changes = pooler === null ? {} : { DATABASE_POOLER_URL: pooler.url }
  try {
    await seed(pool, { accounts: 50, uri: target.origin, tasks: 500 })
    const apis = await Promise.all([startApi(database, 'all', changes), startApi(database, 'all', changes)])
    const executors = await Promise.all([1, 2].map(() => startExecutor(database.url, database.encryptionKey)))
    let limits: Limits | undefined
    const demand = await measureDemand(pool, target, { tasks: 500, intervalSeconds: 5, turns: 3 }, async () => {
      limits = await measureLimits(pool, apis)
    })
    if (limits === undefined) throw new Error('Limits were not measured.')
    const sessionsSql = 'select count(*)::int as n from pg_stat_activity where application_name = $1'
    const pooledSessions = pooler === null ? null : await numberOf(pool, sessionsSql, [apiName])
    await Promise.all([...apis, ...executors].map((one) => one.stop()))
    return { limits, demand, pooledSessions }
  } finally {
    await target.stop()
    await pooler?.stop()
    await database.stop()
  }
}
