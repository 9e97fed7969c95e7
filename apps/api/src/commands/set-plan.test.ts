import { execFile } from 'node:child_process'
import { bareEnvironment } from '@knockwire/db/testing/processes/bare-environment'
import { programFile } from '@knockwire/db/testing/processes/program-file'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BillingApp, createBillingApp } from '../testing/billing-app.ts'

let test: BillingApp
beforeAll(async () => {
  test = await createBillingApp()
})
afterAll(() => test.close())

const script = programFile({
  source: new URL('set-plan.ts', import.meta.url),
  bundle: new URL('../../dist/set-plan.js', import.meta.url),
})

/** Runs the command as its operator does. */
const setPlan = (...parameters: string[]) => {
  const { secretKey, publicKey, webhookSecret, prices, apiOrigin } = test.peer.settings
  const env = {
    ...bareEnvironment(),
    DATABASE_URL: test.url,
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLIC_KEY: publicKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_PRICE_HOBBY: prices.HOBBY,
    STRIPE_PRICE_BUSINESS: prices.BUSINESS,
    STRIPE_API_ORIGIN: apiOrigin,
  }
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const child = execFile(process.execPath, [script, ...parameters], { env }, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    )
  })
}

it('[BI-01] the operator’s command puts an account on any plan, at once', async () => {
  const ada = await test.signUp('Ada')
  for (const [from, to] of [
    ['FREE', 'ENTERPRISE'],
    ['ENTERPRISE', 'SUPER'],
    ['SUPER', 'HOBBY'],
    ['HOBBY', 'BUSINESS'],
    ['BUSINESS', 'FREE'],
  ] as const) {
    expect(await setPlan(' Ada@Example.com', to)).toMatchObject({
      code: 0,
      out: `ada@example.com: ${from} -> ${to}.\n`,
    })
    expect(await test.planOf(ada)).toBe(to)
  }
})

it('the operator’s command cancels the subscription that the account pays for', async () => {
  const bob = await test.signUp('Bob')
  await test.post(bob, 'update-plan', { plan: 'BUSINESS', cardTokenId: 'tok_visa' })
  const { out } = await setPlan('bob@example.com', 'ENTERPRISE')
  expect(out).toBe('bob@example.com: BUSINESS -> ENTERPRISE. Its subscription is cancelled.\n')
  const customer = await test.customerOf(bob)
  expect(() => test.peer.stripe.subscriptionOf(customer)).toThrow('0 subscriptions')
  await test.sendEvent({ type: 'customer.subscription.deleted', customer })
  expect(await test.planOf(bob)).toBe('ENTERPRISE')
  expect(await test.billingOf(bob)).toMatchObject({ nextBillingDate: -1 })
})

it('the operator’s command says what is wrong, and changes nothing', async () => {
  const unknown = await setPlan('nobody@example.com', 'SUPER')
  expect(unknown).toMatchObject({ code: 1, err: 'There is no such account.\n' })
  for (const parameters of [[], ['ada@example.com'], ['ada@example.com', 'GOLD']]) {
    const { code, err } = await setPlan(...parameters)
    expect([code, err]).toEqual([2, expect.stringContaining('PLAN is one of FREE, HOBBY, BUSINESS, ENTERPRISE, SUPER')])
  }
})
