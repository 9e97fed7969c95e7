import type { Database } from '@knockwire/db/client'
import type { Queue } from '@knockwire/queue/queue'
import type { Logger } from 'pino'
import type { Stripe } from 'stripe'
import { providerAgent } from '../settings/outbound-proxy.ts'
import type { StripeSettings } from './stripe-settings.ts'

/** What the billing of a server with Stripe's keys works with. */
export interface Billing {
  db: Database
  queue: Queue
  stripe: Stripe
  settings: StripeSettings
  /** The dashboard's; links in mails begin with it. */
  publicOrigin: string
  log: Logger
  /** Epoch milliseconds. */
  now: () => number
}

/** Stripe answers within a second or two; a change may take five calls, each tried twice, within its lease. */
const timeoutMs = 10_000
const maxNetworkRetries = 1

/** The library is loaded only where Stripe is set up: it is large. */
export const openBilling = async (parts: Omit<Billing, 'stripe'>): Promise<Billing> => {
  const { default: StripeClient } = await import('stripe')
  const { protocol, hostname, port } = new URL(parts.settings.apiOrigin)
  const isHttps = protocol === 'https:'
  const httpAgent = isHttps ? providerAgent() : undefined
  const stripe = new StripeClient(parts.settings.secretKey, {
    host: hostname,
    port: port === '' ? (isHttps ? 443 : 80) : Number(port),
    protocol: isHttps ? 'https' : 'http',
    timeout: timeoutMs,
    maxNetworkRetries,
    telemetry: false,
    ...(httpAgent && { httpAgent }),
  })
  return { ...parts, stripe }
}
