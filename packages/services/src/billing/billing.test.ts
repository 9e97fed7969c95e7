import { pino } from 'pino'
import { expect, it } from 'vitest'
import { type Billing, openBilling } from './billing.ts'

const open = (apiOrigin: string) =>
  openBilling({ settings: { secretKey: 'sk_1', apiOrigin }, log: pino({ level: 'silent' }) } as Omit<Billing, 'stripe'>)

it.each([
  ['https://api.stripe.com', 'https api.stripe.com 443'],
  ['http://127.0.0.1', 'http 127.0.0.1 80'],
  ['http://127.0.0.1:12111', 'http 127.0.0.1 12111'],
  ['https://stripe.example:8443', 'https stripe.example 8443'],
])('Stripe is called at %s, within 10 seconds, twice at most, and is sent nothing else', async (origin, address) => {
  const { stripe } = await open(origin)
  expect((['protocol', 'host', 'port'] as const).map((field) => stripe.getApiField(field)).join(' ')).toBe(address)
  expect(stripe.getApiField('timeout')).toBe(10_000)
  expect(stripe.getMaxNetworkRetries()).toBe(1)
  expect(stripe.getTelemetryEnabled()).toBe(false)
})
