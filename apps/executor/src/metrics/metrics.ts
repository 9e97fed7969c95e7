import { inconclusiveCodes } from '@knockwire/domain/executions/inconclusive'
import type { Queue } from '@knockwire/queue/queue'
import { registerDatabaseGauges } from '@knockwire/services/metrics/database-gauges'
import { measureProcess } from '@knockwire/services/metrics/measure-process'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { executorVersion } from '../context.ts'
import { AccountOutcomes, gaugeAccounts } from './account-outcomes.ts'
import { countMails, type MailOutcome } from './mail-metrics.ts'

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
  ended: (accountId: string, outcome: string) => void
  /** Tasks were deactivated for their failures. */
  deactivated: (tasks: number) => void
  /** An attempt at a delivery has ended. */
  attempted: (accountId: string, channel: string, outcome: string) => void
  /** A mail of the product itself was sent or not. */
  mailed: (kind: string, outcome: MailOutcome) => void
  /** Dispatch queued so many runs and took so long. */
  dispatched: (runs: number, ms: number) => void
  /** The gauges of retention: how far behind its schedule it is, in seconds. */
  observeRetention: (lagSeconds: () => number) => void
}

const lagBuckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]

/** What Prometheus reads; gauges are read when it asks. */
export const createMetrics = (): Metrics => {
  const registry = new Registry()
  const registers = [registry]
  measureProcess(registry, { app: 'executor', version: executorVersion })
  const accounts = measureAccounts(registry)
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
    ended: (accountId, outcome) => {
      runs.inc({ outcome })
      accounts.ran(accountId, outcome)
    },
    deactivated: (tasks) => deactivations.inc(tasks),
    attempted: (accountId, channel, outcome) => {
      attempts.inc({ channel, outcome })
      accounts.attempted(accountId, channel, outcome)
    },
    mailed: countMails(registry),
    observeRetention: (lagSeconds) =>
      void gaugeOf(registers)(
        'knockwire_retention_lag_seconds',
        'How far the retention job that is furthest behind its schedule is behind.',
        lagSeconds,
      ),
    dispatched: (count, ms) => {
      dispatchRuns.inc(count)
      dispatchSeconds.inc(ms / 1000)
    },
  }
}

const inconclusive: ReadonlySet<string> = new Set(inconclusiveCodes.map((code) => code.toLowerCase()))

/** Runs count for ten minutes, deliveries, of which there are fewer, for fifteen. */
const measureAccounts = (registry: Registry) => {
  const runs = new AccountOutcomes({ windowMinutes: 10, now: Date.now })
  const deliveries = new Map<string, AccountOutcomes>()
  gaugeAccounts(registry, {
    name: 'knockwire_run_accounts',
    help: 'Accounts whose runs this process recorded in the last 10 minutes, and those of them most of whose runs failed.',
    byChannel: () => [[null, runs.counts()]],
  })
  gaugeAccounts(registry, {
    name: 'knockwire_delivery_accounts',
    help: 'Accounts that this process attempted deliveries of in the last 15 minutes, and those of them most of whose attempts failed, by channel.',
    byChannel: () => [...deliveries].map(([channel, outcomes]) => [channel, outcomes.counts()] as const),
  })
  return {
    ran: (accountId: string, outcome: string) => {
      if (!inconclusive.has(outcome)) runs.note(accountId, outcome !== 'succeeded')
    },
    attempted: (accountId: string, channel: string, outcome: string) => {
      // What was not sent at all, as over a plan's limit, says nothing of the channel.
      if (outcome !== 'delivered' && outcome !== 'retry' && outcome !== 'failed') return
      const outcomes = deliveries.get(channel) ?? new AccountOutcomes({ windowMinutes: 15, now: Date.now })
      deliveries.set(channel, outcomes)
      outcomes.note(accountId, outcome !== 'delivered')
    },
  }
}

const gaugeOf = (registers: Registry[]) => (name: string, help: string, read: () => number) =>
  new Gauge({
    name,
    help,
    registers,
    collect() {
      this.set(read())
    },
  })

const registerGauges = (registers: Registry[], { runs, network }: MetricsSources) => {
  const gauge = gaugeOf(registers)
  gauge('knockwire_calls_in_flight', 'Calls that this process is making.', () => runs.inFlight)
  gauge('knockwire_calls_waiting', 'Runs that this process holds and has not started.', () => runs.waiting)
  gauge(
    'knockwire_network_outage',
    '1 while calls fail because of the network of this process, so that its runs are inconclusive.',
    () => (network.isOutage ? 1 : 0),
  )
}

const registerQueueGauges = (registry: Registry, { queue, onError }: MetricsSources) =>
  registerDatabaseGauges(registry, {
    query: () => queue.depth('run'),
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
