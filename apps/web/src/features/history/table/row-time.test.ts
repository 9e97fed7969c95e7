import { afterEach, expect, it, vi } from 'vitest'
import { readersZone } from './row-time.tsx'

afterEach(() => vi.unstubAllEnvs())

it.each([
  ['UTC', 'UTC (GMT)'],
  ['Europe/Berlin', 'Europe/Berlin (GMT+1)'],
  ['America/New_York', 'America/New_York (GMT-5)'],
  ['America/St_Johns', 'America/St_Johns (GMT-3:30)'],
  ['Asia/Kathmandu', 'Asia/Katmandu (GMT+5:45)'],
])('a history in %s says that its times are in "%s"', (zone, text) => {
  vi.stubEnv('TZ', zone)
  expect(readersZone(Date.parse('2026-01-15T12:00:00Z'))).toBe(text)
})
