import { check } from '@knockwire/db/testing/invariants/check'
import { collect, collectStates } from '@knockwire/db/testing/invariants/collect'
import { noteChanges } from '@knockwire/db/testing/invariants/note-changes'
import type { Violation } from '@knockwire/db/testing/invariants/record'
import type pg from 'pg'
import type { Target } from './peers/target.ts'

interface Invariants {
  jobsLeft: () => Promise<number>
  check: () => Promise<Violation[]>
}

/**
 * Notes what the schedules of a test's database demand, from now on. `check` compares that with what is recorded and with
 * what the target saw, by the checker of `pnpm chaos`; everything since was under a fault. An executor has to be there until
 * no schedule is overdue, and nothing may be in flight: `jobsLeft` counts the jobs of runs, which end after the runs.
 * @param movedMs - by how much the test moves what is recorded into the past
 */
export const watchInvariants = async (pool: pg.Pool, target: Target, movedMs = 0): Promise<Invariants> => {
  await noteChanges(pool)
  const fromMs = Date.now() - movedMs
  return {
    jobsLeft: async () => {
      const { rows } = await pool.query(`select from pgboss.job where name = 'run' and state < 'completed'`)
      return rows.length
    },
    check: async () => {
      const { tasks, overdue, caughtUpMs } = await collectStates(pool)
      const recorded = await collect(pool)
      const endMs = Date.now()
      return check({
        ...recorded,
        endMs,
        stoppedFromMs: null,
        calls: target.calls,
        hooks: [],
        notified: [],
        sent: [],
        operations: [],
        tasks,
        counts: [...recorded.counts, overdue],
        caughtUpMs,
        faults: [{ what: 'executors and database, by the test', fromMs, toMs: endMs }],
        ended: [],
      })
    },
  }
}
