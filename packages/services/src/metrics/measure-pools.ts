import type { Pool } from 'pg'
import { Gauge, type Registry } from 'prom-client'

type MeasuredPool = Pick<Pool, 'idleCount' | 'totalCount' | 'waitingCount'> & { options: { max: number } }

/**
 * Callers for whom there is no connection, neither idle nor still to be opened. The others are only on their way to one: a
 * scrape's own look at the database is, each time.
 */
const awaitedOf = ({ idleCount, totalCount, waitingCount, options }: MeasuredPool) =>
  Math.max(0, waitingCount - idleCount - Math.max(0, options.max - totalCount))

/** Measures a process's connections to the database, by whose they are. Once for a registry, with all of its pools. */
export const measurePools = (registry: Registry, pools: Readonly<Record<string, MeasuredPool>>): void => {
  void new Gauge({
    name: 'knockwire_database_connections',
    help: 'Connections of this process to the database, and callers waiting for one, by pool.',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, measured] of Object.entries(pools)) {
        const { idleCount, totalCount } = measured
        this.set({ pool, state: 'idle' }, idleCount)
        this.set({ pool, state: 'in_use' }, totalCount - idleCount)
        this.set({ pool, state: 'awaited' }, awaitedOf(measured))
      }
    },
  })
}
