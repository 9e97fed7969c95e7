import type { PaidPlan } from '@knockwire/domain/billing/billing'
import { z } from 'zod'

const key = (...prefixes: string[]) =>
  z
    .string()
    .regex(new RegExp(`^(${prefixes.join('|')})\\S+$`), `must start with ${prefixes.join(' or ')}`)
    .optional()

/** As Stripe's dashboard names and shows them. All are needed, or none but the origin. */
export const stripeVariables = {
  STRIPE_SECRET_KEY: key('sk_', 'rk_'),
  STRIPE_PUBLIC_KEY: key('pk_'),
  STRIPE_WEBHOOK_SECRET: key('whsec_'),
  STRIPE_PRICE_HOBBY: key('price_'),
  STRIPE_PRICE_BUSINESS: key('price_'),
  /** Where Stripe's API is, for tests. */
  STRIPE_API_ORIGIN: z.url({ protocol: /^https?$/ }).default('https://api.stripe.com'),
}

const StripeEnvironment = z.object(stripeVariables)
type StripeEnvironment = z.infer<typeof StripeEnvironment>

export interface StripeSettings {
  secretKey: string
  /** Shown to browsers. */
  publicKey: string
  /** Proves that an event comes from Stripe. */
  webhookSecret: string
  /** The recurring price of each plan that is sold. */
  prices: Record<PaidPlan, string>
  apiOrigin: string
}

const names = [
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLIC_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_PRICE_HOBBY',
  'STRIPE_PRICE_BUSINESS',
] as const

/** The variables that are missing beside those that are set. */
export const missingStripeVariables = (env: StripeEnvironment): string[] => {
  const missing = names.filter((name) => env[name] === undefined)
  return missing.length < names.length ? missing : []
}

/** Null where payments are not set up. */
export const stripeSettingsOf = (env: StripeEnvironment): StripeSettings | null => {
  const [secretKey, publicKey, webhookSecret, HOBBY, BUSINESS] = names.map((name) => env[name])
  if (!secretKey || !publicKey || !webhookSecret || !HOBBY || !BUSINESS) return null
  return { secretKey, publicKey, webhookSecret, prices: { HOBBY, BUSINESS }, apiOrigin: env.STRIPE_API_ORIGIN }
}
