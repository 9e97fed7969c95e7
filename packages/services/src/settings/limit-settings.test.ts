import { limitsOf } from '@knockwire/domain/instance/limits'
import { plans } from '@knockwire/domain/plans/plans'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { BadSettings } from './bad-settings.ts'
import { parseEnvironment, sharedSettingsOf, sharedVariables } from './shared-settings.ts'

const base = {
  DATABASE_URL: 'postgres://knockwire@127.0.0.1/knockwire',
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
}
const read = (environment: Record<string, string>) =>
  sharedSettingsOf(parseEnvironment(z.object(sharedVariables), { ...base, ...environment }, () => []))
const limitsWith = (environment: Record<string, string>) => read({ PLANS: 'off', ...environment }).limits
const complaint = (environment: Record<string, string>): string => {
  try {
    read(environment)
  } catch (error) {
    if (error instanceof BadSettings) return error.message
    throw error
  }
  return 'none'
}

describe('the limits of accounts', () => {
  it('are those of their plans, where there are plans', () => {
    const settings = read({})
    expect(settings.limits).toBeNull()
    expect(limitsOf('HOBBY', settings)).toBe(plans.HOBBY)
    expect(read({ PLANS: 'on' }).limits).toBeNull()
  })

  it('are the largest plan’s where there are none and nothing is set, but that no task is deactivated for its failures', () => {
    const settings = read({ PLANS: 'off' })
    const { priceCentsPerMonth: _, ...largest } = plans.SUPER
    expect(settings.limits).toEqual({ ...largest, label: null, failuresBeforeDeactivation: null })
    expect(limitsOf('FREE', settings)).toBe(settings.limits)
  })

  it.each([
    [{ TASKS_PER_ACCOUNT: '7' }, { tasks: 7 }],
    [{ RECEIVERS_PER_ACCOUNT: '8' }, { receivers: 8 }],
    [{ EMAILS_PER_MONTH: '0' }, { emails: { limit: 0, per: 'month' } }],
    [{ TEXTS_PER_MONTH: '9' }, { textsPerMonth: 9 }],
    [{ NOTIFICATIONS_PER_MINUTE: '10' }, { notificationsPerMinute: { account: 10, host: 20 } }],
    [{ RECEIVER_REQUESTS_PER_MINUTE: '11' }, { receiverCallsPerMinute: 11 }],
    [{ FAILURES_BEFORE_DEACTIVATION: '12' }, { failuresBeforeDeactivation: 12 }],
    [{ FAILURES_BEFORE_DEACTIVATION: 'off' }, { failuresBeforeDeactivation: null }],
    [{ FAILURES_BEFORE_DEACTIVATION: '0' }, { failuresBeforeDeactivation: null }],
    [{ HISTORY_ENTRIES: '129600' }, { history: { executions: 129_600, days: null } }],
    [{ HISTORY_DAYS: '90' }, { history: { executions: 2000, days: 90 } }],
    [{ HISTORY_DAYS: 'off' }, { history: { executions: 2000, days: null } }],
    [{ STORED_GIB_PER_ACCOUNT: '2' }, { storedBytes: 2 * 1024 ** 3 }],
  ])('are those of %j where there are no plans', (environment, limits) => {
    expect(limitsWith(environment)).toMatchObject(limits)
  })

  it.each([
    [{ PLANS: 'none' }, /^PLANS is not usable: .*"on".*"off"/],
    [{ PLANS: 'off', TASKS_PER_ACCOUNT: '0' }, /^TASKS_PER_ACCOUNT is not usable/],
    [{ PLANS: 'off', HISTORY_ENTRIES: '1000001' }, /^HISTORY_ENTRIES is not usable/],
    [{ PLANS: 'off', FAILURES_BEFORE_DEACTIVATION: 'never' }, /^FAILURES_BEFORE_DEACTIVATION is not usable/],
    [{ PLANS: 'off', HISTORY_DAYS: '-1' }, /^HISTORY_DAYS is not usable/],
    [
      { TASKS_PER_ACCOUNT: '7' },
      /^TASKS_PER_ACCOUNT is not usable: limits are those of the plans, unless PLANS is off\.$/,
    ],
    [{ PLANS: 'on', HISTORY_ENTRIES: '7' }, /^HISTORY_ENTRIES is not usable: limits are those of the plans/],
    [
      {
        PLANS: 'off',
        STRIPE_SECRET_KEY: 'sk_test_1',
        STRIPE_PUBLIC_KEY: 'pk_test_1',
        STRIPE_WEBHOOK_SECRET: 'whsec_1',
        STRIPE_PRICE_HOBBY: 'price_1',
        STRIPE_PRICE_BUSINESS: 'price_2',
      },
      /^PLANS is not usable: it is off, but STRIPE_SECRET_KEY is set\.$/,
    ],
  ])('stop the start where they are %j, with one sentence that names the setting', (environment, message) => {
    expect(complaint(environment)).toMatch(message)
  })
})
