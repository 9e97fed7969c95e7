import type { Queue } from '@knockwire/queue/queue'
import { registerDatabaseGauges } from '@knockwire/services/metrics/database-gauges'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

interface MetricsSources {
  queue: Pick<Queue, 'depth'>
  /** Calls that are made, and runs that are held. */
  runs: { readonly inFlight: number; readonly waiting: number }
  network: { readonly isOutage: boolean }
  /** The queue could not be queried. */
  onError: (error: unknown) => void
}

export interface Metrics {
  registry: Registry
  /** Adds the gauges of what these show. */
  observe: (sources: MetricsSources) => void
  /** How late a scheduled run started, in milliseconds. */
  startedLate: (lagMs: number) => void
  ended: (outcome: string) => void
  /** Tasks were deactivated for their failures. */
  deactivated: (tasks: number) => void
  /** An attempt at a delivery has ended. */
  attempted: (channel: string, outcome: string) => void
  /** A turn of dispatch queued so many runs and took so long. */
  dispatched: (runs: number, ms: number) => void
}

const lagBuckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]

/** What Prometheus reads; gauges are read when it asks. */
export const createMetrics = (): Metrics => {
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
  const deactivations = new Counter({
    name: 'knockwire_tasks_deactivated_total',
    help: 'Tasks deactivated because they failed as often in a row as their plan allows.',
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
  return {
    registry,
    observe: (sources) => {
      registerGauges(registers, sources)
      registerQueueGauges(registry, sources)
    },
    startedLate: (lagMs) => lag.observe(Math.max(0, lagMs) / 1000),
    ended: (outcome) => runs.inc({ outcome }),
    deactivated: (tasks) => deactivations.inc(tasks),
    attempted: (channel, outcome) => attempts.inc({ channel, outcome }),
    dispatched: (count, ms) => {
      dispatchRuns.inc(count)
      dispatchSeconds.inc(ms / 1000)
    },
  }
}

const registerGauges = (registers: Registry[], { runs, network }: MetricsSources) => {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  gauge('knockwire_calls_in_flight', 'Calls that this process is making.', () => runs.inFlight)
  gauge('knockwire_calls_waiting', 'Runs that this process holds and has not started.', () => runs.waiting)
  gauge(
    'knockwire_network_outage',
    '1 while calls fail because of the network of this process, so that its runs are inconclusive.',
    () => (network.isOutage ? 1 : 0),
  )
  gauge('process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss())
  gauge(
    'process_cpu_seconds',
    'Processor time used since the start.',
    () => process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
  )
}

const registerQueueGauges = (registry: Registry, { queue, onError }: MetricsSources) =>
  registerDatabaseGauges(registry, {
    look: () => queue.depth('run'),
    gauges: [
      {
        name: 'knockwire_run_jobs_waiting',
        help: 'Run jobs that no executor has taken.',
        of: ({ waiting }) => waiting,
      },
      {
        name: 'knockwire_run_jobs_in_flight',
        help: 'Run jobs that an executor holds.',
        of: ({ inFlight }) => inFlight,
      },
    ],
    onError,
  })
