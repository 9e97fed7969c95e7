import type pg from 'pg'
import { sleep } from '../parts/bench.ts'
import { printed, startChild } from '../parts/child.ts'

interface Counts {
  /** Executions that have called. */
  executions: number
  /** Those that have called more than once. */
  repeated: number
  ids: string[]
}

export interface CountingTarget {
  origin: string
  counts: () => Promise<Counts>
  forget: () => Promise<void>
  stop: () => Promise<void>
}

export const startTarget = async (delayMs: number): Promise<CountingTarget> => {
  const child = startChild('cluster/counting-target.ts', [String(delayMs)])
  const { port } = await printed<{ port: number }>(child, () => true)
  const origin = `http://127.0.0.1:${port}`
  return {
    origin,
    counts: async () => (await (await fetch(`${origin}/counts`)).json()) as Counts,
    forget: async () => void (await fetch(`${origin}/forget`)),
    stop: child.stop,
  }
}

export const numberOf = async (pool: pg.Pool, sql: string, values: unknown[] = []): Promise<number> => {
  const { rows } = await pool.query<{ n: number }>(sql, values)
  return rows[0]?.n ?? NaN
}

const endedSql = `select count(*)::int as n from executions where status in ('SUCCEEDED', 'FAILED')`

/** Resolves once so many executions have ended. Throws where none ends for a minute: a slow machine is slow, not wrong. */
export const untilEnded = async (pool: pg.Pool, count: number, stuckMs = 60_000): Promise<void> => {
  let [ended, endedAt] = [0, performance.now()]
  for (;;) {
    const now = await numberOf(pool, endedSql)
    if (now >= count) return
    if (now > ended) [ended, endedAt] = [now, performance.now()]
    if (performance.now() - endedAt > stuckMs) throw new Error(`Only ${ended} of ${count} executions end.`)
    await sleep(200)
  }
}
