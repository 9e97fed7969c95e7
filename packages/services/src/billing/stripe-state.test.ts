import { pino } from 'pino'
import type { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import type { Billing } from './billing.ts'
import { readStripeState } from './stripe-state.ts'

const prices = { HOBBY: 'price_hobby', BUSINESS: 'price_business' }

/** Stripe that says this of its only customer, and what was logged. */
const read = async (customer: object) => {
  const calls: unknown[][] = []
  const lines: Record<string, unknown>[] = []
  const billing = {
    stripe: {
      customers: { retrieve: async (...call: unknown[]) => (calls.push(call), customer) },
    } as unknown as Stripe,
    settings: { prices },
    log: pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) }),
  } as Billing
  return { state: await readStripeState(billing, 'cus_1'), calls, lines }
}

const subscription = (changes: object = {}) => ({
  id: 'sub_1',
  status: 'active',
  metadata: {},
  cancel_at_period_end: false,
  items: { data: [{ id: 'si_1', price: { id: 'price_hobby' }, current_period_end: 1_800_000_000 }] },
  latest_invoice: { id: 'in_1', status: 'paid', created: 1_790_000_000, next_payment_attempt: null },
  ...changes,
})
const customer = (subscriptions: object[] | null = [subscription()], method: unknown = null) => ({
  id: 'cus_1',
  invoice_settings: { default_payment_method: method },
  ...(subscriptions !== null && { subscriptions: { data: subscriptions } }),
})
const subscriptionOf = async (changes: object) => (await read(customer([subscription(changes)]))).state.subscription
const priced = (id: string) => ({ items: { data: [{ id: 'si_1', price: { id }, current_period_end: 1_800_000_000 }] } })
const periodEnd = new Date(1_800_000_000_000)

describe('what Stripe says of a customer', () => {
  it('is read in one call, with the card and the invoices', async () => {
    const { state, calls, lines } = await read(customer([subscription()], { id: 'pm_1', card: { last4: '4242' } }))
    const expand = ['invoice_settings.default_payment_method', 'subscriptions.data.latest_invoice']
    expect(calls).toEqual([['cus_1', { expand }]])
    expect(lines).toEqual([])
    expect(state).toEqual({
      isDeleted: false,
      card: { paymentMethodId: 'pm_1', lastFour: '4242' },
      subscription: {
        id: 'sub_1',
        itemId: 'si_1',
        plan: 'HOBBY',
        status: 'active',
        nextBillingAt: periodEnd,
        endsAt: null,
        unpaid: null,
      },
      givenUp: [],
    })
  })

  it('is nothing of one that was deleted', async () => {
    expect((await read({ id: 'cus_1', deleted: true })).state).toEqual({
      isDeleted: true,
      card: null,
      subscription: null,
      givenUp: [],
    })
  })

  it.each([
    [null, null],
    ['pm_1', null],
    [{ id: 'pm_1' }, { paymentMethodId: 'pm_1', lastFour: '' }],
  ])('is of its card %j: %o', async (method, card) => {
    expect((await read(customer([], method))).state.card).toEqual(card)
  })

  it.each([
    ['active', true, []],
    ['trialing', true, []],
    ['past_due', true, []],
    ['unpaid', false, ['sub_1']],
    ['canceled', false, []],
    ['incomplete', false, []],
    ['incomplete_expired', false, []],
    ['paused', false, []],
  ])(
    'is of a subscription that is %s whether it runs (%s), and whether it was given up',
    async (status, isRunning, givenUp) => {
      const { state } = await read(customer([subscription({ status })]))
      expect([state.subscription !== null, state.givenUp]).toEqual([isRunning, givenUp])
    },
  )

  it('is that it has no subscription, or several, which is logged', async () => {
    expect((await read(customer(null))).state.subscription).toBeNull()
    const { state, lines } = await read(customer([subscription({ id: 'sub_2', status: 'unpaid' }), subscription()]))
    expect([state.subscription?.id, state.givenUp, lines]).toEqual(['sub_1', ['sub_2'], []])
    const several = await read(customer([subscription(), subscription({ id: 'sub_2' })]))
    expect(several.state.subscription?.id).toBe('sub_1')
    expect(several.lines).toMatchObject([
      { level: 50, event: 'several subscriptions', customerId: 'cus_1', msg: 'a customer has several subscriptions' },
    ])
  })
})

describe('the plan of a subscription', () => {
  it.each([
    ['price_hobby', {}, 'HOBBY'],
    ['price_business', {}, 'BUSINESS'],
    ['price_old', { plan: 'BUSINESS' }, 'BUSINESS'],
    ['price_old', { plan: 'HOBBY' }, 'HOBBY'],
    ['price_hobby', { plan: 'BUSINESS' }, 'HOBBY'],
    ['price_old', {}, null],
    ['price_old', { plan: 'FREE' }, null],
    ['price_old', { plan: 'ENTERPRISE' }, null],
  ])('of the price %s, made with %o, is %s', async (price, metadata, plan) => {
    expect((await subscriptionOf({ ...priced(price), metadata }))?.plan).toBe(plan)
  })

  it('is unknown without an item', async () => {
    await expect(subscriptionOf({ items: { data: [] } })).rejects.toThrow('Subscription sub_1 has no item.')
  })
})

describe('when a subscription is paid', () => {
  const open = { id: 'in_1', status: 'open', created: 1_790_000_000, next_payment_attempt: 1_790_300_000 }
  const failedAt = new Date(1_790_000_000_000)
  const nextAttemptAt = new Date(1_790_300_000_000)

  it('is never, where it ends with its period', async () => {
    expect(await subscriptionOf({ cancel_at_period_end: true })).toMatchObject({
      nextBillingAt: null,
      endsAt: periodEnd,
    })
  })

  it.each([
    ['when it is tried again', open, { invoiceId: 'in_1', failedAt, nextAttemptAt }, nextAttemptAt],
    [
      'at the period’s end',
      { ...open, next_payment_attempt: null },
      { invoiceId: 'in_1', failedAt, nextAttemptAt: null },
      periodEnd,
    ],
    ['at the period’s end', { ...open, status: 'paid' }, null, periodEnd],
    ['at the period’s end', { ...open, id: undefined }, null, periodEnd],
    ['at the period’s end', 'in_1', null, periodEnd],
    ['at the period’s end', null, null, periodEnd],
  ])('is %s, once it is past due with the invoice %o', async (_when, invoice, unpaid, nextBillingAt) => {
    const found = await subscriptionOf({ status: 'past_due', latest_invoice: invoice })
    expect([found?.unpaid, found?.nextBillingAt]).toEqual([unpaid, nextBillingAt])
  })

  it('is not in question while it is not past due', async () => {
    expect(await subscriptionOf({ latest_invoice: open })).toMatchObject({ unpaid: null, nextBillingAt: periodEnd })
  })
})
