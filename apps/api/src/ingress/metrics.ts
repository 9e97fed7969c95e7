import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

export interface IngressMetrics {
  answered: (code: number) => void
  committed: (requests: number, ms: number) => void
  failed: () => void
  /** A connection was closed, since there are as many as may be. */
  rejectedConnection: () => void
}

/** What the ingress counts as things happen. */
export const createIngressMetrics = (registry: Registry): IngressMetrics => {
  const registers = [registry]
  const answers = new Counter({
    name: 'knockwire_ingress_answers_total',
    help: 'Requests to receivers, by the status they were answered with.',
    labelNames: ['status'],
    registers,
  })
  const groups = new Histogram({
    name: 'knockwire_ingress_group_requests',
    help: 'Requests that were committed together.',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    registers,
  })
  const commits = new Histogram({
    name: 'knockwire_ingress_commit_duration_seconds',
    help: 'How long a group took to be committed.',
    buckets: [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers,
  })
  const failures = new Counter({
    name: 'knockwire_ingress_failed_groups_total',
    help: 'Groups that could not be committed.',
    registers,
  })
  const rejected = new Counter({
    name: 'knockwire_ingress_rejected_connections_total',
    help: 'Connections to receivers that were closed, since there were as many as the memory allows, or of one address.',
    registers,
  })
  const byCode = new Map<number, Counter.Internal>()
  const counterOf = (code: number) => {
    const made = byCode.get(code) ?? answers.labels({ status: code })
    byCode.set(code, made)
    return made
  }
  return {
    answered: (code) => counterOf(code).inc(),
    committed: (requests, ms) => {
      groups.observe(requests)
      commits.observe(ms / 1000)
    },
    failed: () => failures.inc(),
    rejectedConnection: () => rejected.inc(),
  }
}

/** What is read when the metrics are scraped. */
export const gaugeIngress = (registry: Registry, waiting: () => number, bytesInFlight: () => number) => {
  gauge(registry, 'knockwire_ingress_waiting', 'Requests that wait to be committed.', waiting)
  gauge(registry, 'knockwire_ingress_held_bytes', 'Bytes of requests and answers in flight.', bytesInFlight)
}

const gauge = (registry: Registry, name: string, help: string, read: () => number) =>
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read())
    },
  })
