import { stripePeerKeys } from '@knockwire/services/billing/testing/stripe-peer'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let test: TestApp
let withStripe: TestApp
let ada: TestUser
let bob: TestUser
beforeAll(async () => {
  test = await createTestApp()
  ada = await test.signUp('Ada')
  const stripe = { ...stripePeerKeys, apiOrigin: 'http://127.0.0.1:9' }
  withStripe = await createTestApp({ sharing: test, settings: { stripe } })
  bob = await withStripe.signUp('Bob')
})
afterAll(async () => {
  await withStripe.close()
  await test.close()
})

const policyOf = async (user: TestUser, url: string) => {
  const answer = await user.inject({ url, headers: { accept: 'text/html' } })
  expect([url, answer.statusCode]).toEqual([url, 200])
  return String(answer.headers['content-security-policy'])
}

it('Stripe’s script may run on the account page, where payments are set up, and on no other', async () => {
  const policy = await policyOf(bob, '/dashboard/account')
  expect(policy).toMatch(/script-src 'self' 'sha256-[^']+' https:\/\/js\.stripe\.com https:\/\/\*\.js\.stripe\.com;/)
  expect(policy).toContain('frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com')
  expect(policy).toContain("connect-src 'self' https://api.stripe.com;")
  expect(policy).toContain("frame-ancestors 'none'")
  for (const url of ['/dashboard', '/dashboard/tasks', '/dashboard/account/security', '/signin', '/rates'])
    expect([url, await policyOf(bob, url)]).toEqual([url, expect.not.stringContaining('stripe')])
})

it('Stripe’s script may run nowhere where payments are not set up', async () => {
  expect(await policyOf(ada, '/dashboard/account')).not.toContain('stripe')
})

it('[SH-18] the account page sends a visitor to sign in like any other, with what is opened on it', async () => {
  const answer = await withStripe.inject({
    url: '/dashboard/account?dialog=add-card',
    headers: { accept: 'text/html' },
  })
  expect(answer.headers.location).toBe('/signin?returnUrl=%2Fdashboard%2Faccount%3Fdialog%3Dadd-card')
})
