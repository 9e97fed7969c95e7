import { plans } from '@knockwire/domain/plans/plans'
import { expect, it } from 'vitest'
import { planChangeText } from './plan-dialog.tsx'
import { binarySize, priceOf } from './plan-table.tsx'

it('[BI-15..BI-17] prices are shown as they are charged, and a price by agreement is not shown', () => {
  expect(Object.values(plans).map(priceOf)).toEqual(['USD $0/month', 'USD $9.99/month', 'USD $29.99/month', null, null])
})

it.each([
  [0, '0 bytes'],
  [1023, '1023 bytes'],
  [1024, '1 KiB'],
  [1740, '1.7 KiB'],
  [256 * 1024 ** 2, '256 MiB'],
  [1.5 * 1024 ** 3, '1.5 GiB'],
  [100 * 1024 ** 3, '100 GiB'],
])('%i bytes are shown as %s', (bytes, text) => {
  expect(binarySize(bytes)).toBe(text)
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
