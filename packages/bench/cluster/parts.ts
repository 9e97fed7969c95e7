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

/** Resolves once so many executions have ended. */
export const untilEnded = async (pool: pg.Pool, count: number, withinMs = 120_000): Promise<void> => {
  const until = performance.now() + withinMs
  for (;;) {
    const ended = await numberOf(pool, endedSql)
    if (ended >= count) return
    if (performance.now() > until) throw new Error(`Only ${ended} of ${count} executions ended in time.`)
    await sleep(200)
  }
}
