import type { RateSourceFile } from '@knockwire/domain/rates/source-file'
import { Counter, type Registry } from 'prom-client'
import type { Refreshed } from './fetch/refresh-source.ts'

export interface RateMetrics {
  fetched: (source: string, refreshed: Refreshed) => void
  mailed: (kind: 'DAILY' | 'ALERT', count: number) => void
}

const outcomes = ['read', 'failed'] as const

/** Every source's counters are there from the start, so that a rule sees the first failure as an increase. */
export const createRateMetrics = (registry: Registry, sources: readonly RateSourceFile[]): RateMetrics => {
  const registers = [registry]
  const fetches = new Counter({
    name: 'knockwire_rate_fetches_total',
    help: 'Fetches of mortgage rate sources, by outcome. failed: its last good rates stay, and grow stale.',
    labelNames: ['source', 'outcome'],
    registers,
  })
  const quarantined = new Counter({
    name: 'knockwire_rates_quarantined_total',
    help: 'Mortgage rates that were read and not believed.',
    labelNames: ['source'],
    registers,
  })
  const mails = new Counter({
    name: 'knockwire_rate_mails_queued_total',
    help: 'Mails about mortgage rates that were queued, by kind.',
    labelNames: ['kind'],
    registers,
  })
  for (const { key: source } of sources) {
    for (const outcome of outcomes) fetches.inc({ source, outcome }, 0)
    quarantined.inc({ source }, 0)
  }
  return {
    fetched: (source, refreshed) => {
      if (refreshed.kind === 'released') return
      fetches.inc({ source, outcome: refreshed.kind })
      if (refreshed.kind === 'read') quarantined.inc({ source }, refreshed.quarantined.length)
    },
    mailed: (kind, count) => mails.inc({ kind }, count),
  }
}
