import type { HeartbeatHistoryView } from '@knockwire/domain/heartbeats/heartbeat-history'
import { minutesAgo } from './times.ts'

/** Of an hour of which nothing is known: no states, and no runs. */
export const heartbeatHistory = (more: Partial<HeartbeatHistoryView> = {}): HeartbeatHistoryView => ({
  range: '1h',
  from: minutesAgo(60),
  to: minutesAgo(0),
  bands: [],
  unknown: [],
  uptimePercent: 100,
  outages: 0,
  downtime: 0,
  runs: [],
  median: null,
  p95: null,
  ...more,
})
