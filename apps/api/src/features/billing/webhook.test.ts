import { verifiedEmails } from '@knockwire/db/schema/accounts'
import { stripeEvents } from '@knockwire/db/schema/billing'
import { eq } from 'drizzle-orm'
import { eventsOf } from '../../testing/audit-events.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type BillingApp, createBillingApp } from '../../testing/billing-app.ts'
import { mailsTo } from '../../testing/calls/mails.ts'
import type { TestUser } from '../../testing/test-app.ts'

let test: BillingApp
let ada: TestUser
let customer: string
let people = 0
beforeAll(async () => {
  test = await createBillingApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  ada = await test.signUp(`Ada${(people += 1)}`)
  const { accountId, email: address } = ada
  await test.db.insert(verifiedEmails).values({ accountId, address, verifiedAt: new Date() })
  await test.post(ada, 'update-plan', { plan: 'HOBBY', cardTokenId: 'tok_visa' })
  customer = await test.customerOf(ada)
})

const updated = 'customer.subscription.updated'
const subjectsTo = async () =>
  (await mailsTo(test, ada.email)).map(({ subject }) => subject).filter((subject) => subject.includes('plan'))
const failRenewal = async () => {
  test.peer.stripe.breakCard(customer)
  test.peer.stripe.renew(customer)
  return test.sendEvent({ type: 'invoice.payment_failed', customer })
}
const nowSeconds = () => Math.floor(test.clock.now() / 1000)

describe('a webhook of Stripe', () => {
  it.each([
    'null',
    '{}',
    '[]',
    '7',
    '{"id":"evt_1","type":"x","data":null}',
    '{"id":"evt_1","type":"x","data":{"object":null}}',
  ])('that is signed but no event is rejected as malformed: %s', async (payload) => {
    expect((await test.sendSigned(payload)).statusCode).toBe(400)
  })

  it('of more than 64 KiB is rejected before it is read', async () => {
    expect((await test.sendSigned(JSON.stringify({ id: 'x'.repeat(70_000) }))).statusCode).toBe(413)
  })

  it('of a renewal moves the next billing date', async () => {
    const before = await test.billingOf(ada)
    test.peer.stripe.renew(customer)
    expect((await test.sendEvent({ type: 'invoice.paid', customer })).statusCode).toBe(204)
    const after = await test.billingOf(ada)
    expect(after.nextBillingDate - before.nextBillingDate).toBe(30 * 86_400)
    expect(after.failedPayment).toBeNull()
  })

  it('of a renewal that failed is shown, with the next attempt, and mailed once; the plan stays meanwhile', async () => {
    await failRenewal()
    expect(await test.billingOf(ada)).toMatchObject({
      failedPayment: { failedDate: nowSeconds(), nextAttemptDate: nowSeconds() + 3 * 86_400 },
      nextBillingDate: nowSeconds() + 3 * 86_400,
    })
    expect(await test.planOf(ada)).toBe('HOBBY')
    await test.sendEvent({ type: updated, customer })
    expect(await subjectsTo()).toEqual(['Your Hobby plan could not be renewed'])
  })

  it.each(['canceled', 'unpaid'] as const)(
    'of a subscription that is %s after the last attempt moves the account to FREE, by mail',
    async (status) => {
      await failRenewal()
      test.peer.stripe.stopCollecting(customer, status)
      await test.sendEvent({ type: 'customer.subscription.deleted', customer })
      expect(await test.planOf(ada)).toBe('FREE')
      expect(await test.billingOf(ada)).toMatchObject({ nextBillingDate: -1, failedPayment: null })
      expect(await subjectsTo()).toEqual(['Your Hobby plan could not be renewed', 'Your Hobby plan has ended'])
      // Nothing is left at Stripe that goes on making invoices, and a plan can be bought again.
      expect(() => test.peer.stripe.subscriptionOf(customer)).toThrow('0 subscriptions')
      const again = await test.post(ada, 'update-plan', { plan: 'HOBBY', cardTokenId: 'tok_mastercard' })
      expect(again.json()).toMatchObject({ plan: 'HOBBY' })
    },
  )

  it('of a failed renewal is over with a new card, which is charged at once', async () => {
    await failRenewal()
    const answer = await test.post(ada, 'add-card', { cardTokenId: 'tok_mastercard' })
    expect(answer.json()).toMatchObject({ billing: { lastFour: '4444', failedPayment: null } })
    expect(test.peer.stripe.subscriptionOf(customer).status).toBe('active')
  })

  it('of a failed renewal goes on with a new card that is declined as well, which is kept', async () => {
    await failRenewal()
    const answer = await test.post(ada, 'add-card', { cardTokenId: 'tok_chargeCustomerFail' })
    expect([answer.statusCode, answer.json().billing.lastFour]).toEqual([200, '0341'])
    expect(answer.json().billing.failedPayment).not.toBeNull()
  })

  it('of a failed renewal lets the plan be Free, with no credit for what was not paid', async () => {
    await failRenewal()
    const answer = await test.post(ada, 'update-plan', { plan: 'FREE' })
    expect(answer.json()).toMatchObject({ plan: 'FREE', billing: { failedPayment: null } })
    expect(test.peer.stripe.customers.get(customer)?.balance).toBe(0)
  })

  it('of a change that was made in Stripe’s own dashboard changes the plan', async () => {
    test.peer.stripe.subscriptionOf(customer).price = 'price_business'
    await test.sendEvent({ type: updated, customer })
    expect(await test.planOf(ada)).toBe('BUSINESS')
    const [changed] = await eventsOf(test, ada, 'account.plan_changed')
    expect(changed).toMatchObject({ actor: { kind: 'SYSTEM' }, changes: [{ before: 'HOBBY', after: 'BUSINESS' }] })
  })

  it('of an old price that is not sold any more leaves its plan', async () => {
    test.peer.stripe.subscriptionOf(customer).price = 'price_hobby_of_last_year'
    await test.sendEvent({ type: updated, customer })
    expect(await test.planOf(ada)).toBe('HOBBY')
  })

  it('of customers that are none of ours changes nothing', async () => {
    expect((await test.sendEvent({ type: updated, customer: 'cus_other' })).statusCode).toBe(204)
  })
})

describe('an event', () => {
  it('that comes twice is handled once, also at once', async () => {
    const event = { id: 'evt_twice', type: updated, customer }
    const before = test.peer.calls.length
    const answers = await Promise.all([test.sendEvent(event), test.sendEvent(event), test.sendEvent(event)])
    expect([...answers, await test.sendEvent(event)].map(({ statusCode }) => statusCode)).toEqual([204, 204, 204, 204])
    expect(test.peer.calls.length - before).toBe(1)
    expect(await test.db.$count(stripeEvents, eq(stripeEvents.id, 'evt_twice'))).toBe(1)
  })

  it('that comes late or out of order brings nothing old back', async () => {
    await test.post(ada, 'update-plan', { plan: 'FREE' })
    for (const type of ['customer.subscription.deleted', 'customer.subscription.created', updated, 'invoice.paid'])
      expect((await test.sendEvent({ type, customer })).statusCode).toBe(204)
    expect(await test.planOf(ada)).toBe('FREE')
    expect(await test.billingOf(ada)).toMatchObject({ nextBillingDate: -1 })
  })

  it('that comes while a change is made waits for it', async () => {
    const release = test.peer.hold('POST', /subscriptions\/sub_/)
    const before = test.peer.calls.length
    const change = test.post(ada, 'update-plan', { plan: 'BUSINESS' })
    await expect.poll(() => test.peer.calls.slice(before).some(({ method }) => method === 'POST')).toBe(true)
    const calls = test.peer.calls.length
    const event = test.sendEvent({ type: updated, customer })
    // Others that come after it are handled meanwhile.
    for (let n = 0; n < 10; n += 1) await test.sendEvent({ type: updated, customer: 'cus_other' })
    expect(test.peer.calls.length).toBe(calls)
    release()
    expect((await change).json()).toMatchObject({ plan: 'BUSINESS' })
    expect((await event).statusCode).toBe(204)
    expect(await test.planOf(ada)).toBe('BUSINESS')
  })

  it('that is not signed, by another, or changed on its way is 403, and changes nothing', async () => {
    test.peer.stripe.stopCollecting(customer, 'canceled')
    const event = { type: 'customer.subscription.deleted', customer }
    expect((await test.sendEvent(event, 'whsec_of_another')).statusCode).toBe(403)
    const post = (headers: Record<string, string>) =>
      test.app.inject({
        method: 'POST',
        url: '/api/v1/stripe/webhook',
        headers: { 'content-type': 'application/json', ...headers },
        payload: JSON.stringify({ id: 'evt_1', type: event.type, data: { object: { object: 'invoice', customer } } }),
      })
    const now = Math.floor(Date.now() / 1000)
    for (const headers of [{}, { 'stripe-signature': '' }, { 'stripe-signature': `t=${now},v1=${'0'.repeat(64)}` }])
      expect((await post(headers)).statusCode).toBe(403)
    expect(await test.planOf(ada)).toBe('HOBBY')
  })

  it('whose signature is an hour old is 403: it is replayed', async () => {
    const { Stripe } = await import('stripe')
    const payload = JSON.stringify({ id: 'evt_old', type: updated, data: { object: { object: 'invoice', customer } } })
    const timestamp = Math.floor(Date.now() / 1000) - 3600
    const secret = test.peer.settings.webhookSecret
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/v1/stripe/webhook',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      payload,
    })
    expect(answer.statusCode).toBe(403)
  })

  it('that cannot be handled is not recorded, so that Stripe sends it again', async () => {
    test.peer.loseAnswer('GET', /customers/)
    test.peer.loseAnswer('GET', /customers/)
    const event = { id: 'evt_again', type: updated, customer }
    expect((await test.sendEvent(event)).statusCode).toBe(500)
    expect(await test.db.$count(stripeEvents, eq(stripeEvents.id, event.id))).toBe(0)
    expect((await test.sendEvent(event)).statusCode).toBe(204)
  })
})
