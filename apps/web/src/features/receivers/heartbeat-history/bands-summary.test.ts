import type { HeartbeatHistoryView } from '@knockwire/domain/heartbeats/heartbeat-history'
import { expect, it } from 'vitest'
import { heartbeatHistory } from '../../../testing/builders/heartbeat-history.ts'
import { bandsSummary } from './bands-summary.ts'

const endMs = Date.parse('2030-01-01T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(endMs - minutes * 60_000).toISOString()

type Band = HeartbeatHistoryView['bands'][number]

/** From so many minutes ago to so many. */
const band = (state: Band['state'], from: number, to: number): Band => ({
  state,
  from: minutesAgo(from),
  to: minutesAgo(to),
})

/** Of an hour. */
const summaryOf = (more: Partial<HeartbeatHistoryView>) =>
  bandsSummary(heartbeatHistory({ from: minutesAgo(60), to: minutesAgo(0), ...more }))

it.each([
  [{ bands: [band('UP', 60, 0)] }, 'Up 100% of the last hour, never down'],
  [
    { bands: [band('UP', 60, 15), band('DOWN', 15, 0)], uptimePercent: 75, outages: 1 },
    'Up 75% of the last hour, down once',
  ],
  [
    { bands: [band('UP', 20, 0)], unknown: [band('UP', 60, 20)] },
    'Up 100% of 20 min in the last hour, never down, unknown for 40 min',
  ],
  [
    { bands: [band('UP', 20, 10), band('DOWN', 10, 0)], unknown: [band('UP', 25, 20)], uptimePercent: 50, outages: 2 },
    'Up 50% of 20 min in the last hour, down 2 times, unknown for 5 min, nothing expected for 35 min',
  ],
  [{ unknown: [band('UP', 60, 0)], uptimePercent: null }, 'Unknown for the last hour'],
  [
    { unknown: [band('UP', 1, 0)], uptimePercent: null },
    'Unknown for 1 min in the last hour, nothing expected for 59 min',
  ],
])(
  'the name of the bar says how long a heartbeat was up, unknown, and expected nothing: case %#',
  (history, summary) => {
    expect(summaryOf(history)).toBe(summary)
  },
)
