import { expect, it } from 'vitest'
import type { HeartbeatChangeView } from '@knockwire/domain/heartbeats/heartbeat'
import { changeReason } from './change-reason.ts'

const silent: HeartbeatChangeView = {
  id: '0199d0a0-0000-7000-8000-000000000001',
  at: '2026-11-29T12:01:10.000Z',
  state: 'DOWN',
  reason: 'SILENT',
  expectedAt: '2026-11-29T12:01:00.000Z',
  lastSignalAt: '2026-11-29T12:00:00.000Z',
  duration: null,
  exitCode: null,
  absence: null,
  counted: null,
  notificationResults: [],
}

it.each([
  [null, null, 'No call arrived'],
  ['2026-11-29T12:00:00.000Z', null, 'No call for 1 min 10 s'],
  // A start, of a run that has not ended.
  ['2026-11-29T12:00:00.000Z', 70_000, 'No run ended in time'],
])(
  'a receiver that was silent, was called last at %s and has a run open for %s ms: %s',
  (lastSignalAt, duration, reason) => {
    expect(changeReason({ ...silent, lastSignalAt, duration })).toBe(reason)
  },
)

it('a change says what it was, whatever its receiver expects today', () => {
  const up = { ...silent, state: 'UP' } as const
  expect(changeReason({ ...up, reason: 'SIGNAL', duration: 192_000 })).toBe('A run ended after 3 min 12 s')
  expect(changeReason({ ...up, reason: 'AS_USUAL' })).toBe('Requests as usual')
})
