import { expect, it } from 'vitest'
import { alertWordsOfChange, describeChange, heartbeatRecovery } from './heartbeat-words.ts'

const at = (seconds: number) => Date.parse('2026-11-29T12:00:00Z') + seconds * 1000
const silent = {
  reason: 'SILENT',
  atMs: at(70),
  expectedAtMs: at(60),
  lastSignalAtMs: at(0),
  durationMs: null,
  exitCode: null,
  absenceMs: null,
  counted: null,
} as const

it('a receiver that is called no more is down for as long as no call came', () => {
  expect(alertWordsOfChange(silent)).toEqual({ state: 'Down', summary: 'no call for 1 min 10 s' })
  expect(describeChange(silent)).toBe(
    'The last call arrived at 2026-11-29 12:00:00 UTC; one was expected at 2026-11-29 12:01:00 UTC',
  )
})

it('a receiver whose runs start and never end is down since none ended, whenever its last start came', () => {
  const started = { ...silent, durationMs: 70_000 }
  for (const lastSignalAtMs of [at(0), at(59.95), at(60.05)]) {
    const change = { ...started, lastSignalAtMs }
    expect(alertWordsOfChange(change)).toEqual({ state: 'Down', summary: 'no run has ended in time' })
    expect(describeChange(change)).toBe(
      'No run has ended in time: the run that started at 2026-11-29 12:00:00 UTC has not ended',
    )
  }
})

it('a recovery says what it was, and not that calls had stopped', () => {
  expect(heartbeatRecovery('EVERY').summary).toBe('the last call was a success')
  expect(heartbeatRecovery('CRON').description).toBe('The last call was a success')
  expect(heartbeatRecovery('LEARNED').summary).toBe('requests are as usual again')
})
