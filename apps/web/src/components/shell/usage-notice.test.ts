import type { Plan } from '@knockwire/domain/plans/plan'
import { expect, it } from 'vitest'
import { isUsageShort, usageNotices } from './usage-notice.ts'

const nowMs = Date.UTC(2026, 10, 28, 16)

it.each<[Plan, emailCount: number, smsCount: number, notices: string[]]>([
  ['FREE', 17, 0, []],
  [
    'FREE',
    18,
    0,
    [
      '18 of 20 emails used today. Until 12:00 AM UTC, each notification sends at most one email an hour, which lists its alerts.',
    ],
  ],
  ['FREE', 20, 0, ['20 of 20 emails used today. Email alerts are not sent until 12:00 AM UTC.']],
  ['HOBBY', 1799, 199, []],
  [
    'HOBBY',
    2000,
    200,
    [
      '2,000 of 2,000 emails used this month. Email alerts are not sent until Dec 1, 12:00 AM UTC.',
      '200 of 200 text messages used this month. Text alerts are not sent until Dec 1, 12:00 AM UTC.',
    ],
  ],
])('%s with %i emails and %i text messages used says: %s', (plan, emailCount, smsCount, notices) => {
  const account = { plan, usage: { emailCount, smsCount } }
  expect(usageNotices(account, nowMs)).toEqual(notices)
  expect(isUsageShort(account)).toBe(notices.length > 0)
})
