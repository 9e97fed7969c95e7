import { expect, it } from 'vitest'
import { defaultExpectation } from '@knockwire/domain/heartbeats/heartbeat-rules'
import { describeExpectation } from './describe-expectation.ts'

const officeHours = { days: [1, 2, 3, 4, 5], from: '09:00', until: '17:00' }

it('says exactly how often a call is expected, how late it may be, and how long a run may take', () => {
  expect(
    describeExpectation({ ...defaultExpectation, everySeconds: 90_061, graceSeconds: 3661, maxRunSeconds: 100 }),
  ).toBe('Every 1 d 1 h 1 min 1 s, up to 1 h 1 min 1 s late, runs of 1 min 40 s at most')
})

it('names a timezone once, whether the times or the hours go by it', () => {
  const cron = { ...defaultExpectation, mode: 'CRON' as const, expression: '0 3 * * *', timezone: 'Europe/Berlin' }
  expect(describeExpectation({ ...cron, graceSeconds: 60, activeHours: officeHours })).toMatch(
    /^Every day at (?:03:00|3:00 AM) \(0 3 \* \* \*, Europe\/Berlin\), up to 1 min late, Mon to Fri from 09:00 to 17:00$/,
  )
  const hourly = { ...defaultExpectation, mode: 'EVERY' as const, everySeconds: 3600, timezone: 'Europe/Berlin' }
  expect(describeExpectation({ ...hourly, graceSeconds: 0, activeHours: officeHours })).toBe(
    'Every 1 h, Mon to Fri from 09:00 to 17:00 (Europe/Berlin)',
  )
})
