import { startApi } from '../ingress/ingress-server.ts'
import { startBenchDatabase } from '../parts/bench-database.ts'
import { startExecutor } from '../parts/executor.ts'

export interface StartTimes {
  /** A new PostgreSQL of embedded mode, with all migrations. */
  databaseMs: number
  apiMs: number
  executorMs: number
}

const timed = async <T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> => {
  const startedAt = performance.now()
  const value = await work()
  return { ms: performance.now() - startedAt, value }
}

const rounds = 3

/** Until each process says that it is started. The quickest of three: the first one compiles what the others read. */
export const measureStartTime = async (): Promise<StartTimes> => {
  const { ms: databaseMs, value: database } = await timed(startBenchDatabase)
  const apis: number[] = []
  const executors: number[] = []
  try {
    for (let round = 0; round < rounds; round += 1) {
      const api = await timed(() => startApi(database, 'all'))
      await api.value.stop()
      const executor = await timed(() => startExecutor(database.url, database.encryptionKey))
      await executor.value.stop()
      apis.push(api.ms)
      executors.push(executor.ms)
    }
  } finally {
    await database.stop()
  }
  return { databaseMs, apiMs: Math.min(...apis), executorMs: Math.min(...executors) }
}
