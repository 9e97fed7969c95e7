import { describe, expect, it } from 'vitest'
import { allowanceOf } from '../notifications/allowance/usage-limit.ts'
import { limitsOf } from '../instance/limits.ts'
import { type PlanLimits, plans } from './plans.ts'
import { Plan } from './plan.ts'

const each = <T>(of: (plan: PlanLimits) => T) => Object.fromEntries(Plan.options.map((plan) => [plan, of(plans[plan])]))

describe('the plans', () => {
  it('[BI-01] are FREE, HOBBY, BUSINESS, ENTERPRISE and SUPER', () => {
    expect(Object.keys(plans)).toEqual(['FREE', 'HOBBY', 'BUSINESS', 'ENTERPRISE', 'SUPER'])
  })

  it('[BI-15..BI-17] have their prices, and the last two none that is sold', () => {
    expect(each(({ label, priceCentsPerMonth }) => [label, priceCentsPerMonth])).toEqual({
      FREE: ['Free', 0],
      HOBBY: ['Hobby', 999],
      BUSINESS: ['Business', 2999],
      ENTERPRISE: ['Enterprise', null],
      SUPER: ['Super', null],
    })
  })

  it('[BI-18, BI-19, BI-21] send so many emails: of the two readings the one that never gives less', () => {
    expect(each(({ emails: { limit, per } }) => `${limit} a ${per}`)).toEqual({
      FREE: '20 a day',
      HOBBY: '2000 a month',
      BUSINESS: '10000 a month',
      ENTERPRISE: '20000 a month',
      SUPER: '20000 a month',
    })
  })

  it('[BI-20] that this version does not know send 1000 emails a month, and no texts', () => {
    const unknown = limitsOf('PLATINUM' as Plan, { limits: null })
    expect(allowanceOf('email', unknown)).toEqual({ limit: 1000, per: 'month' })
    expect(allowanceOf('sms', unknown)).toEqual({ limit: 0, per: 'month' })
  })

  it('[BI-22..BI-24] send so many texts a month', () => {
    expect(each(({ textsPerMonth }) => textsPerMonth)).toEqual({
      FREE: 0,
      HOBBY: 200,
      BUSINESS: 1000,
      ENTERPRISE: 1000,
      SUPER: 1000,
    })
  })

  it('[BI-03, BI-25..BI-30] have room for so many tasks, receivers, failures, calls and executions', () => {
    const row = ({ tasks, receivers, failuresBeforeDeactivation, receiverCallsPerMinute, history }: PlanLimits) =>
      [tasks, receivers, failuresBeforeDeactivation, receiverCallsPerMinute, history.executions, history.days] as const
    expect(each(row)).toEqual({
      FREE: [25, 10, 3, 20, 200, 90],
      HOBBY: [25, 10, 10, 50, 2000, null],
      BUSINESS: [50, 50, 10, 100, 2000, null],
      ENTERPRISE: [500, 500, 10, 500, 2000, null],
      SUPER: [5000, 5000, 10, 500, 2000, null],
    })
  })

  it('send so many Slack and HTTP notifications a minute, of one account and to one host', () => {
    expect(each(({ notificationsPerMinute: { account, host } }) => [account, host])).toEqual({
      FREE: [60, 300],
      HOBBY: [120, 600],
      BUSINESS: [300, 1200],
      ENTERPRISE: [1500, 6000],
      SUPER: [6000, 12_000],
    })
  })

  it('store so much of bodies and headers', () => {
    const GiB = 2 ** 30
    expect(each(({ storedBytes }) => storedBytes / GiB)).toEqual({
      FREE: 0.25,
      HOBBY: 2,
      BUSINESS: 10,
      ENTERPRISE: 100,
      SUPER: 100,
    })
  })
})
