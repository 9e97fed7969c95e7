import type { Pool } from 'pg'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

export interface MetricsSources {
  queueDepth: () => Promise<{ waiting: number; inFlight: number }>
  callsInFlight: () => number
  callsWaiting: () => number
  /** Its connections to the database, by whose they are. */
  pools: Record<string, Pick<Pool, 'idleCount' | 'totalCount' | 'waitingCount'>>
}

export interface Metrics {
  registry: Registry
  /** How late a scheduled run started, in milliseconds. */
  startedLate: (lagMs: number) => void
  ended: (outcome: string) => void
  /** An attempt at a delivery has ended. */
  attempted: (channel: string, outcome: string) => void
  /** A turn of dispatch queued so many runs and took so long. */
  dispatched: (runs: number, ms: number) => void
}

const lagBuckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]

/** What Prometheus reads; gauges are read when it asks. */
export const createMetrics = (sources: MetricsSources): Metrics => {
  const registry = new Registry()
  const registers = [registry]
  const lag = new Histogram({
    name: 'knockwire_run_start_lag_seconds',
    help: 'How long after its scheduled time a run started.',
    buckets: lagBuckets,
    registers,
  })
  const runs = new Counter({
    name: 'knockwire_runs_total',
    help: 'Runs recorded, by outcome.',
    labelNames: ['outcome'],
    registers,
  })
  const attempts = new Counter({
    name: 'knockwire_delivery_attempts_total',
    help: 'Attempts at deliveries, by channel and outcome.',
    labelNames: ['channel', 'outcome'],
    registers,
  })
  const dispatchSeconds = new Counter({
    name: 'knockwire_dispatch_seconds_total',
    help: 'Time spent in claiming what is due and queueing its runs.',
    registers,
  })
  const dispatchRuns = new Counter({ name: 'knockwire_dispatch_runs_total', help: 'Runs queued.', registers })
  registerGauges(registers, sources)
  measurePools(registers, sources)
  return {
    registry,
    startedLate: (lagMs) => lag.observe(Math.max(0, lagMs) / 1000),
    ended: (outcome) => runs.inc({ outcome }),
    attempted: (channel, outcome) => attempts.inc({ channel, outcome }),
    dispatched: (count, ms) => {
      dispatchRuns.inc(count)
      dispatchSeconds.inc(ms / 1000)
    },
  }
}

const registerGauges = (registers: Registry[], sources: MetricsSources) => {
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await read())
      },
    })
  gauge('knockwire_calls_in_flight', 'Calls that this process is making.', sources.callsInFlight)
  gauge('knockwire_calls_waiting', 'Runs that this process holds and has not started.', sources.callsWaiting)
  gauge(
    'knockwire_run_jobs_waiting',
    'Run jobs that no executor has taken.',
    async () => (await sources.queueDepth()).waiting,
  )
  gauge(
    'knockwire_run_jobs_in_flight',
    'Run jobs that an executor holds.',
    async () => (await sources.queueDepth()).inFlight,
  )
  gauge('process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss())
  gauge(
    'process_cpu_seconds',
    'Processor time used since the start.',
    () => process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
  )
}

const measurePools = (registers: Registry[], sources: MetricsSources) =>
  new Gauge({
    name: 'knockwire_database_connections',
    help: 'Connections of this process to the database, and callers waiting for one, by pool.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, { idleCount, totalCount, waitingCount }] of Object.entries(sources.pools)) {
        this.set({ pool, state: 'idle' }, idleCount)
        this.set({ pool, state: 'in_use' }, totalCount - idleCount)
        this.set({ pool, state: 'awaited' }, waitingCount)
      }
    },
  })
