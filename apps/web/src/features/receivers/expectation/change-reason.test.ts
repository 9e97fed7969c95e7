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
    expect(changeReason({ ...silent, lastSignalAt, duration }, undefined)).toBe(reason)
  },
)

it('a change says what it was, whatever its receiver expects today', () => {
  const up = { ...silent, state: 'UP' } as const
  expect(changeReason({ ...up, reason: 'SIGNAL', duration: 192_000 }, undefined)).toBe('A run ended after 3 min 12 s')
  expect(changeReason({ ...up, reason: 'AS_USUAL' }, undefined)).toBe('Requests as usual')
})

const counted = { kind: 'RECEIVED', count: 3, from: silent.at, to: silent.at, usualFrom: 20, usualTo: 60 } as const
it.each([
  ['late with counts', { state: 'LATE', reason: 'LATE', counted }, '12:04:07.250', 'Requests as usual'],
  ['down with counts, at the end of an hour', { reason: 'TOO_FEW', counted }, '13:00:00.000', 'Requests as usual'],
  ['down with counts, until its grace was over', { reason: 'TOO_FEW', counted }, '12:01:10.000', 'Requests as usual'],
  // Its expectation was edited meanwhile.
  ['down with counts, at any other time', { reason: 'TOO_FEW', counted }, '12:04:07.250', 'A call arrived'],
  ['down without counts', {}, '13:00:00.000', 'A call arrived'],
] as const)('a recovery that the version before wrote as a call, after being %s', (_before, before, time, reason) => {
  const up = { ...silent, state: 'UP', reason: 'SIGNAL', at: `2026-11-29T${time}Z` } as const
  expect(changeReason(up, { ...silent, ...before })).toBe(reason)
})
