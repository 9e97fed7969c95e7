import { plans } from '@knockwire/domain/plans/plans'
import { expect, it } from 'vitest'
import { planChangeText } from './plan-dialog.tsx'
import { priceOf } from './plan-table.tsx'

it('[BI-15..BI-17] prices are shown as they are charged, and a price by agreement is not shown', () => {
  expect(Object.values(plans).map(priceOf)).toEqual(['USD $0/month', 'USD $9.99/month', 'USD $29.99/month', null, null])
})

it('the dialog describes a change of plan before it is made', () => {
  const saved = { nextBillingDate: -1, hasPaymentMethod: true, lastFour: '4242', endDate: null, failedPayment: null }
  expect(planChangeText('FREE', 'HOBBY', { ...saved, hasPaymentMethod: false, lastFour: null })).toEqual([
    'Your card is charged now, and every month from today.',
  ])
  expect(planChangeText('HOBBY', 'BUSINESS', saved)[0]).toContain('Your card ending in 4242 is charged the difference')
  expect(planChangeText('BUSINESS', 'HOBBY', saved)[0]).toContain('becomes credit')
  expect(planChangeText('BUSINESS', 'FREE', saved)[1]).toContain('Your tasks and receivers are kept')
})
