import type { MissedRunsView } from '@knockwire/domain/schedules/missed-runs'
import { expect, it } from 'vitest'
import { missedCount } from './missed-words.ts'

const missed = (runs: number, isAtLeast = false): MissedRunsView => ({
  id: '01890000-0000-7000-8000-000000000001',
  reason: 'OVERLAP',
  from: '2030-01-01T00:00:00Z',
  to: '2030-01-01T00:10:00Z',
  runs,
  isAtLeast,
  runningExecutionId: null,
  awayFrom: null,
  awayTo: null,
})

it.each([
  ['4', [missed(1), missed(3)], 2],
  ['at least 1,201', [missed(1), missed(1200, true)], 2],
  ['at least 4', [missed(1), missed(3)], 120],
])('%s executions are missed in so many ranges, of which some are listed', (count, results, total) => {
  expect(missedCount({ results, total })).toBe(count)
})
