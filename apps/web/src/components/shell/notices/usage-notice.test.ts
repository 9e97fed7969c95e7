import type { Plan } from '@knockwire/domain/plans/plan'
import { expect, it } from 'vitest'
import { minuteTime } from '../../../lib/format/format.ts'
import { isUsageShort, usageNotices } from './usage-notice.ts'

const nowMs = Date.UTC(2026, 10, 28, 16)
/** The end of the plan's day and month by the reader's clock, with the day where it is not today there. */
const midnight = minuteTime(Date.UTC(2026, 10, 29), nowMs)
const firstOfMonth = minuteTime(Date.UTC(2026, 11, 1), nowMs)

it.each<[Plan, emailCount: number, smsCount: number, notices: string[]]>([
  ['FREE', 17, 0, []],
  [
    'FREE',
    18,
    0,
    [
      `18 of 20 emails used today. Until ${midnight}, alerts of the same notification are collected into one email an hour.`,
    ],
  ],
  ['FREE', 20, 0, [`20 of 20 emails used today. Email alerts are not sent until ${midnight}.`]],
  ['HOBBY', 1799, 199, []],
  [
    'HOBBY',
    2000,
    200,
    [
      `2,000 of 2,000 emails used this month. Email alerts are not sent until ${firstOfMonth}.`,
      `200 of 200 text messages used this month. Text alerts are not sent until ${firstOfMonth}.`,
    ],
  ],
])('%s with %i emails and %i text messages used says: %s', (plan, emailCount, smsCount, notices) => {
  const account = { plan, usage: { emailCount, smsCount } }
  expect(usageNotices(account, nowMs)).toEqual(notices)
  expect(isUsageShort(account)).toBe(notices.length > 0)
})
