import { accounts } from '@knockwire/db/schema/accounts'
import { eq } from 'drizzle-orm'
import { eventsOf } from '../../testing/audit-events.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type BillingApp, createBillingApp } from '../../testing/billing-app.ts'
import { createTestApp, type TestUser } from '../../testing/test-app.ts'

let test: BillingApp
let ada: TestUser
let people = 0
beforeAll(async () => {
  test = await createBillingApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  ada = await test.signUp(`Ada${(people += 1)}`)
})

const nothing = { nextBillingDate: -1, hasPaymentMethod: false, lastFour: null, endDate: null, failedPayment: null }
const buy = (plan: string, cardTokenId = 'tok_visa') => test.post(ada, 'update-plan', { plan, cardTokenId })
const inDays = (days: number) => Math.floor(test.clock.now() / 1000) + days * 86_400
const chargesOf = async () => {
  const customer = await test.customerOf(ada)
  return test.peer.stripe.charges.filter((charge) => charge.customer === customer).map(({ amount }) => amount)
}
const mutationsSince = (from: number) => test.peer.calls.slice(from).filter(({ method }) => method !== 'GET')

describe('what the account page asks for', () => {
  it('[AP-07, BI-13, BI-14] GET billing answers the public key and the billing, with -1 where nothing will be charged', async () => {
    const answer = await ada.inject({ url: '/api/v1/accounts/me/billing' })
    expect(answer.json()).toEqual({ stripePublicKey: test.peer.settings.publicKey, billing: nothing })
    expect(test.peer.calls).toEqual([])
  })
})

describe('a card', () => {
  it('[AP-08, BI-10, BI-13] is saved at Stripe by its token, and shown by its last four digits', async () => {
    const answer = await test.post(ada, 'add-card', { cardTokenId: 'tok_visa' })
    const billing = { ...nothing, hasPaymentMethod: true, lastFour: '4242' }
    expect([answer.statusCode, answer.json()]).toEqual([200, { billing }])
    expect(await test.billingOf(ada)).toEqual(billing)
    expect(await test.planOf(ada)).toBe('FREE')
  })

  it('takes the place of the one before, which Stripe forgets', async () => {
    await test.post(ada, 'add-card', { cardTokenId: 'tok_visa' })
    const answer = await test.post(ada, 'add-card', { cardTokenId: 'tok_mastercard' })
    expect(answer.json()).toMatchObject({ billing: { lastFour: '4444' } })
    const customer = await test.customerOf(ada)
    const attached = [...test.peer.stripe.cards.values()].filter((card) => card.customer === customer)
    expect(attached.map(({ last4 }) => last4)).toEqual(['4444'])
  })

  it('[AP-08, ER-24] that is declined is not saved, and the answer’s error is Stripe’s message', async () => {
    const answer = await test.post(ada, 'add-card', { cardTokenId: 'tok_chargeDeclined' })
    expect(answer.statusCode).toBe(402)
    expect(answer.json()).toMatchObject({
      code: 'PAYMENT_FAILED',
      message: 'Your card was declined.',
      error: 'Your card was declined.',
    })
    expect(await test.billingOf(ada)).toEqual(nothing)
  })

  it('whose token Stripe does not know is an error about the card, and what is no token is rejected before Stripe is called', async () => {
    const unknown = await test.post(ada, 'add-card', { cardTokenId: 'tok_unknown' })
    expect([unknown.statusCode, unknown.json().error]).toEqual([402, 'This card could not be used. Enter it again.'])
    const before = test.peer.calls.length
    for (const payload of [
      { cardTokenId: '4242424242424242' },
      {},
      { cardTokenId: 'tok_visa', customer: 'cus_other' },
    ]) {
      expect((await test.post(ada, 'add-card', payload)).statusCode).toBe(400)
    }
    expect(test.peer.calls.length).toBe(before)
  })

  it('[AP-11] can be removed', async () => {
    await test.post(ada, 'add-card', { cardTokenId: 'tok_visa' })
    const answer = await test.post(ada, 'remove-card')
    expect([answer.statusCode, answer.json()]).toEqual([200, { billing: nothing }])
    expect(await test.billingOf(ada)).toEqual(nothing)
    expect((await test.post(ada, 'remove-card')).statusCode).toBe(200)
    expect(await eventsOf(test, ada, 'card.added')).toHaveLength(1)
    expect(await eventsOf(test, ada, 'card.removed')).toHaveLength(2)
  })

  it('that is removed lets a paid plan end with what is paid, and one that is added lets it go on', async () => {
    await buy('HOBBY')
    const removed = await test.post(ada, 'remove-card')
    expect(removed.json().billing).toEqual({ ...nothing, endDate: inDays(30) })
    expect(await test.planOf(ada)).toBe('HOBBY')
    const added = await test.post(ada, 'add-card', { cardTokenId: 'tok_mastercard' })
    expect(added.json().billing).toMatchObject({ nextBillingDate: inDays(30), endDate: null, lastFour: '4444' })
  })
})

describe('a plan', () => {
  it('[AP-09, AP-10, BI-12, BI-14] is bought with a card that is entered for it, and holds at once', async () => {
    const answer = await buy('BUSINESS')
    const billing = { ...nothing, nextBillingDate: inDays(30), hasPaymentMethod: true, lastFour: '4242' }
    expect([answer.statusCode, answer.json()]).toEqual([200, { plan: 'BUSINESS', billing }])
    expect(await chargesOf()).toEqual([2999])
    const account = await ada.inject({ url: '/api/v1/accounts/me' })
    expect(account.json()).toMatchObject({ plan: 'BUSINESS', maxTaskNumber: 50 })
    expect(await eventsOf(test, ada, 'account.plan_changed')).toEqual([
      expect.objectContaining({
        actor: expect.objectContaining({ kind: 'USER', email: ada.email }),
        changes: [{ field: 'plan', before: 'FREE', after: 'BUSINESS', isSecret: false }],
      }),
    ])
  })

  it('[AP-09] is bought with the saved card', async () => {
    await test.post(ada, 'add-card', { cardTokenId: 'tok_visa' })
    const answer = await test.post(ada, 'update-plan', { plan: 'HOBBY' })
    expect(answer.json()).toMatchObject({ plan: 'HOBBY', billing: { lastFour: '4242' } })
    expect(await chargesOf()).toEqual([999])
  })

  it('[AP-09] without any card is an error, and nothing is bought', async () => {
    const answer = await test.post(ada, 'update-plan', { plan: 'HOBBY' })
    expect([answer.statusCode, answer.json().error]).toEqual([402, 'Add a payment method first.'])
    expect(await test.planOf(ada)).toBe('FREE')
  })

  it('[BI-12] that is higher charges the difference at once; one that is lower credits it, and the credit pays', async () => {
    await buy('HOBBY')
    test.clock.advance(3 * 86_400_000)
    await test.post(ada, 'update-plan', { plan: 'BUSINESS' })
    expect(await chargesOf()).toEqual([999, 1800])
    expect(await test.planOf(ada)).toBe('BUSINESS')
    const down = await test.post(ada, 'update-plan', { plan: 'HOBBY' })
    expect(down.json()).toMatchObject({ plan: 'HOBBY', billing: { nextBillingDate: inDays(27) } })
    const customer = test.peer.stripe.customers.get(await test.customerOf(ada))
    expect(customer?.balance).toBe(-1800)
    await test.post(ada, 'update-plan', { plan: 'BUSINESS' })
    expect([await chargesOf(), customer?.balance]).toEqual([[999, 1800, 0], 0])
  })

  it('[BI-12] that is Free ends the subscription with a credit for what is left, and the card stays', async () => {
    await buy('BUSINESS')
    test.clock.advance(3 * 86_400_000)
    const answer = await test.post(ada, 'update-plan', { plan: 'FREE' })
    expect(answer.json()).toEqual({
      plan: 'FREE',
      billing: { ...nothing, hasPaymentMethod: true, lastFour: '4242' },
    })
    const customer = await test.customerOf(ada)
    expect(test.peer.stripe.customers.get(customer)?.balance).toBe(-2699)
    expect(() => test.peer.stripe.subscriptionOf(customer)).toThrow('0 subscriptions')
  })

  it('[ER-25] whose card is declined is not bought; the card is not kept, and the next try is another', async () => {
    for (const token of ['tok_chargeDeclined', 'tok_chargeCustomerFail', 'tok_chargeCustomerFail']) {
      const answer = await buy('HOBBY', token)
      expect([answer.statusCode, answer.json().error]).toEqual([402, 'Your card was declined.'])
      expect(await test.billingOf(ada)).toEqual(nothing)
    }
    expect(await test.planOf(ada)).toBe('FREE')
    expect((await buy('HOBBY')).json()).toMatchObject({ plan: 'HOBBY' })
    expect(await chargesOf()).toEqual([999])
  })

  it('that is higher, with a card that is declined by now, leaves the lower one', async () => {
    await buy('HOBBY')
    test.peer.stripe.breakCard(await test.customerOf(ada))
    const answer = await test.post(ada, 'update-plan', { plan: 'BUSINESS' })
    expect([answer.statusCode, answer.json().error]).toEqual([402, 'Your card was declined.'])
    expect(await test.planOf(ada)).toBe('HOBBY')
    expect(await test.billingOf(ada)).toMatchObject({ hasPaymentMethod: true, nextBillingDate: inDays(30) })
  })

  it('that is higher, with a new card that is declined, leaves the good card', async () => {
    await buy('HOBBY')
    const answer = await buy('BUSINESS', 'tok_chargeCustomerFail')
    expect([answer.statusCode, answer.json().error]).toEqual([402, 'Your card was declined.'])
    expect(await test.billingOf(ada)).toMatchObject({ lastFour: '4242', nextBillingDate: inDays(30) })
    const customer = await test.customerOf(ada)
    const attached = [...test.peer.stripe.cards.values()].filter((card) => card.customer === customer)
    expect(attached.map(({ last4 }) => last4)).toEqual(['4242'])
    expect((await test.post(ada, 'update-plan', { plan: 'BUSINESS' })).json()).toMatchObject({ plan: 'BUSINESS' })
    expect(await chargesOf()).toEqual([999, 2000])
  })

  it('that is chosen again changes nothing at Stripe', async () => {
    await buy('HOBBY')
    const before = test.peer.calls.length
    expect((await test.post(ada, 'update-plan', { plan: 'HOBBY' })).json()).toMatchObject({ plan: 'HOBBY' })
    expect(mutationsSince(before)).toEqual([])
  })

  it('can only be one that is offered, and nothing else can be set with it', async () => {
    for (const payload of [
      { plan: 'SUPER' },
      { plan: 'ENTERPRISE', cardTokenId: 'tok_visa' },
      { plan: 'hobby' },
      {},
      { plan: 'FREE', accountId: 'other' },
      { plan: 'HOBBY', price: 'price_other' },
    ]) {
      expect((await test.post(ada, 'update-plan', payload)).statusCode).toBe(400)
    }
    expect(await test.planOf(ada)).toBe('FREE')
  })

  it('that the operator has set is not changed from the page', async () => {
    await test.db.update(accounts).set({ plan: 'ENTERPRISE' }).where(eq(accounts.id, ada.accountId))
    const answer = await buy('HOBBY')
    expect([answer.statusCode, answer.json().error]).toEqual([
      409,
      'Your plan was set up by agreement. Contact support to change it.',
    ])
    expect([await test.planOf(ada), await chargesOf()]).toEqual(['ENTERPRISE', []])
  })
})

describe('changes of one account', () => {
  it('at once are made one after the other, so that nothing is bought twice', async () => {
    const answers = await Promise.all([buy('HOBBY'), buy('BUSINESS'), buy('HOBBY', 'tok_mastercard')])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    const customers = [...test.peer.stripe.customers.values()].filter(({ email }) => email === ada.email)
    expect(customers).toHaveLength(1)
    const { price } = test.peer.stripe.subscriptionOf(await test.customerOf(ada))
    expect(await test.planOf(ada)).toBe(price === 'price_hobby' ? 'HOBBY' : 'BUSINESS')
    const [first, ...rest] = await chargesOf()
    expect([999, 2999]).toContain(first)
    expect(rest.every((amount) => amount <= 2000)).toBe(true)
  })

  it('whose answer is lost on the way are not made twice when they are repeated', async () => {
    await test.post(ada, 'add-card', { cardTokenId: 'tok_visa' })
    // The library tries each call twice.
    test.peer.loseAnswer('POST', /subscriptions$/)
    test.peer.loseAnswer('POST', /subscriptions$/)
    const failed = await test.post(ada, 'update-plan', { plan: 'HOBBY' })
    expect([failed.statusCode, failed.json().error]).toEqual([
      503,
      'The payment provider cannot be reached. Try again; you will not be charged twice.',
    ])
    const again = await test.post(ada, 'update-plan', { plan: 'HOBBY' })
    expect(again.json()).toMatchObject({ plan: 'HOBBY' })
    expect(await chargesOf()).toEqual([999])
    expect(test.peer.stripe.subscriptionOf(await test.customerOf(ada)).price).toBe('price_hobby')
  })

  it('that Stripe answered with a fault of its own go on under new keys when they are repeated', async () => {
    await test.post(ada, 'add-card', { cardTokenId: 'tok_visa' })
    test.peer.failCall('POST', /subscriptions$/)
    const failed = await test.post(ada, 'update-plan', { plan: 'HOBBY' })
    expect(failed.statusCode).toBe(503)
    const again = await test.post(ada, 'update-plan', { plan: 'HOBBY' })
    expect([again.statusCode, again.json()]).toMatchObject([200, { plan: 'HOBBY' }])
    test.peer.failCall('POST', /subscriptions\/sub/)
    expect((await test.post(ada, 'update-plan', { plan: 'BUSINESS' })).statusCode).toBe(503)
    expect((await test.post(ada, 'update-plan', { plan: 'BUSINESS' })).json()).toMatchObject({ plan: 'BUSINESS' })
    expect(await chargesOf()).toEqual([999, 2000])
  })

  it('whose decline was lost on the way are tried with the next card, and not answered with the old decline', async () => {
    await test.post(ada, 'add-card', { cardTokenId: 'tok_chargeCustomerFail' })
    test.peer.loseAnswer('POST', /subscriptions$/)
    test.peer.loseAnswer('POST', /subscriptions$/)
    expect((await test.post(ada, 'update-plan', { plan: 'HOBBY' })).statusCode).toBe(503)
    expect((await buy('HOBBY', 'tok_mastercard')).json()).toMatchObject({ plan: 'HOBBY' })
    expect(await chargesOf()).toEqual([999])
  })

  it('that break off while the customer is made leave one customer', async () => {
    test.peer.loseAnswer('POST', /customers$/)
    test.peer.loseAnswer('POST', /customers$/)
    expect((await buy('HOBBY')).statusCode).toBe(503)
    expect((await buy('HOBBY')).statusCode).toBe(200)
    expect([...test.peer.stripe.customers.values()].filter(({ email }) => email === ada.email)).toHaveLength(1)
  })

  it('are nobody else’s: each account has its own card, customer and plan, and a visitor has none', async () => {
    const bob = await test.signUp(`Bob${people}`)
    await buy('HOBBY')
    expect(await test.billingOf(bob)).toEqual(nothing)
    expect(await test.planOf(bob)).toBe('FREE')
    await test.post(bob, 'remove-card')
    expect(await test.billingOf(ada)).toMatchObject({ lastFour: '4242' })
    for (const call of ['add-card', 'update-plan', 'remove-card'])
      expect((await test.inject({ method: 'POST', url: `/api/v1/accounts/me/lifecycle/${call}` })).statusCode).toBe(401)
  })

  it('log no token and no key', async () => {
    await buy('HOBBY')
    const log = test.logLines.join('\n')
    for (const secret of ['tok_visa', test.peer.settings.secretKey, test.peer.settings.webhookSecret])
      expect(log).not.toContain(secret)
  })
})

describe('a server without Stripe’s keys', () => {
  it('says that payments are not set up, and everything else works', async () => {
    const bare = await createTestApp({ sharing: test, settings: { stripe: null } })
    try {
      const eve = await bare.signUp(`Eve${people}`)
      const billing = await eve.inject({ url: '/api/v1/accounts/me/billing' })
      expect(billing.json()).toEqual({ stripePublicKey: null, billing: nothing })
      const payload = { plan: 'HOBBY', cardTokenId: 'tok_visa' }
      const answer = await eve.inject({ method: 'POST', url: '/api/v1/accounts/me/lifecycle/update-plan', payload })
      expect([answer.statusCode, answer.json().error]).toEqual([501, 'Payments are not set up on this server.'])
      expect((await eve.inject({ url: '/api/v1/accounts/me' })).statusCode).toBe(200)
    } finally {
      await bare.close()
    }
  })
})
