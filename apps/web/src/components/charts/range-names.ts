import type { SeriesRange } from '@knockwire/domain/series/series'

export interface RangeName {
  short: string
  long: string
}

export const rangeNames: Readonly<Record<SeriesRange, RangeName>> = {
  '1h': { short: '1 h', long: 'the last hour' },
  '24h': { short: '24 h', long: 'the last 24 hours' },
  '7d': { short: '7 d', long: 'the last 7 days' },
  '30d': { short: '30 d', long: 'the last 30 days' },
  '90d': { short: '90 d', long: 'the last 90 days' },
}
