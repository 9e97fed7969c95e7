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
  [null, 'No call arrived'],
  ['2026-11-29T12:00:00.000Z', 'No call for 1 min 10 s'],
  // A start, while an earlier run had not ended: it moved nothing.
  ['2026-11-29T12:01:06.000Z', 'No run ended in time'],
])('a receiver that was silent and whose last call arrived at %s: %s', (lastSignalAt, reason) => {
  expect(changeReason({ ...silent, lastSignalAt }, null)).toBe(reason)
})
