import type { Pool } from 'pg'
import { Gauge, type Registry } from 'prom-client'

type MeasuredPool = Pick<Pool, 'idleCount' | 'totalCount' | 'waitingCount'>

/** Measures a process's connections to the database, by whose they are. Once for a registry, with all of its pools. */
export const measurePools = (registry: Registry, pools: Readonly<Record<string, MeasuredPool>>): void => {
  void new Gauge({
    name: 'knockwire_database_connections',
    help: 'Connections of this process to the database, and callers waiting for one, by pool.',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, { idleCount, totalCount, waitingCount }] of Object.entries(pools)) {
        this.set({ pool, state: 'idle' }, idleCount)
        this.set({ pool, state: 'in_use' }, totalCount - idleCount)
        this.set({ pool, state: 'awaited' }, waitingCount)
      }
    },
  })
}
