import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { missingStripeVariables, stripeSettingsOf, stripeVariables } from './stripe-settings.ts'

const Environment = z.object(stripeVariables)
const all = {
  STRIPE_SECRET_KEY: 'sk_1',
  STRIPE_PUBLIC_KEY: 'pk_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_PRICE_HOBBY: 'price_hobby',
  STRIPE_PRICE_BUSINESS: 'price_business',
}

describe('payments', () => {
  it('are set up where all of Stripe’s variables are set', () => {
    const env = Environment.parse(all)
    expect(missingStripeVariables(env)).toEqual([])
    expect(stripeSettingsOf(env)).toEqual({
      secretKey: 'sk_1',
      publicKey: 'pk_1',
      webhookSecret: 'whsec_1',
      prices: { HOBBY: 'price_hobby', BUSINESS: 'price_business' },
      apiOrigin: 'https://api.stripe.com',
    })
  })

  it.each(Object.keys(all))('are not set up without %s, which is then missing', (name) => {
    const env = Environment.parse(Object.fromEntries(Object.entries(all).filter(([key]) => key !== name)))
    expect([missingStripeVariables(env), stripeSettingsOf(env)]).toEqual([[name], null])
  })

  it('are not set up where nothing of Stripe is set, of which nothing is missing', () => {
    const env = Environment.parse({ STRIPE_API_ORIGIN: 'http://127.0.0.1:9' })
    expect([missingStripeVariables(env), stripeSettingsOf(env)]).toEqual([[], null])
  })
})

describe('a variable of Stripe', () => {
  it.each([
    ['STRIPE_SECRET_KEY', 'sk_1', 'sk_ or rk_'],
    ['STRIPE_SECRET_KEY', 'rk_1', 'sk_ or rk_'],
    ['STRIPE_PUBLIC_KEY', 'pk_1', 'pk_'],
    ['STRIPE_WEBHOOK_SECRET', 'whsec_1', 'whsec_'],
    ['STRIPE_PRICE_HOBBY', 'price_1', 'price_'],
    ['STRIPE_PRICE_BUSINESS', 'price_1', 'price_'],
  ])('%s begins as %s does, and says so', (name, value, prefixes) => {
    const messageFor = (text: string) => Environment.safeParse({ [name]: text }).error?.issues[0]?.message
    expect(messageFor(value)).toBeUndefined()
    for (const wrong of [`x${value}`, value.slice(0, -1), `${value} 2`, 'xx_1'])
      expect(messageFor(wrong)).toBe(`must start with ${prefixes}`)
  })

  it.each(['ftp://api.stripe.com', 'ahttp://api.stripe.com', 'httpx://api.stripe.com', 'api.stripe.com'])(
    'names no origin of the API with "%s"',
    (url) => expect(Environment.safeParse({ STRIPE_API_ORIGIN: url }).success).toBe(false),
  )
})
