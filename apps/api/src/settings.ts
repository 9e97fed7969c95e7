import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripeSettingsOf, type StripeSettings } from '@knockwire/services/billing/stripe-settings'
import { parseKeyring, type Keyring } from '@knockwire/services/secrets/secrets'
import { z } from 'zod'
import {
  missingProviderVariables,
  type OidcSettings,
  oidcSettingsOf,
  providerVariables,
  type SlackSettings,
  slackSettingsOf,
} from './provider-settings.ts'
import { TrustedProxies } from './trusted-proxies.ts'

const origin = z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin)
const port = z.coerce.number().int().min(0).max(65_535)

/** The keyring's own sentence names the variable and says how to make a key. */
const keyringOf = (text: string, context: z.RefinementCtx): Keyring => {
  try {
    return parseKeyring(text)
  } catch (error) {
    context.addIssue(error instanceof Error ? error.message : 'it cannot be read')
    return z.NEVER
  }
}

const Variables = z.object({
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres://'),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(200).default(10),
  ENCRYPTION_KEY: z.string().transform(keyringOf),
  HOST: z.string().min(1).optional(),
  PORT: port.default(3000),
  PUBLIC_ORIGIN: origin.optional(),
  RECEIVER_PORT: port.default(3001),
  RECEIVER_ORIGIN: origin.optional(),
  /** The executor's health and metrics, which no task may call; this process does not listen there. */
  EXECUTOR_PORT: port.default(3002),
  OPERATOR_HOST: z.string().min(1).default('127.0.0.1'),
  OPERATOR_PORT: port.default(3003),
  EXECUTOR_OPERATOR_PORT: port.default(3004),
  /** How many proxies stand before this server and may say who the client is, or their addresses. */
  TRUST_PROXY: TrustedProxies.optional(),
  /** Addresses and ranges that tasks may call although they are shut by default; the executor's setting of the same name. */
  OUTBOUND_ALLOW_CIDRS: z.string().min(1).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  REQUESTS_PER_MINUTE: z.coerce.number().int().min(1).default(600),
  RATES_REQUESTS_PER_MINUTE: z.coerce.number().int().min(1).default(300),
  SIGN_UPS_PER_HOUR: z.coerce.number().int().min(1).optional(),
  CODES_PER_HOUR: z.coerce.number().int().min(1).optional(),
  WEB_ROOT: z.string().min(1).optional(),
  SITE_ROOT: z.string().min(1).optional(),
  SUPPORT_EMAIL: z.email().default('support@knockwire.example'),
  KNOCKWIRE_ROLE: z.enum(['all', 'api', 'ingress']).default('all'),
  KNOCKWIRE_EMBEDDED: z.stringbool().default(false),
  KNOCKWIRE_DEMO_EMAIL: z.email().optional(),
  KNOCKWIRE_DEMO_PASSWORD: z.string().min(8).optional(),
  ...providerVariables,
})

const Environment = Variables.superRefine((env, context) => {
  for (const name of missingProviderVariables(env)) {
    context.addIssue({ code: 'custom', path: [name], message: 'it is not set' })
  }
})

export interface Settings {
  /** What this process serves: the dashboard and its calls, the receivers, or both. Either can be scaled by itself. */
  role: 'all' | 'api' | 'ingress'
  databaseUrl: string
  databasePoolSize: number
  /** What is secret in the database is encrypted under it. */
  keyring: Keyring
  host: string
  port: number
  /** Where browsers reach the dashboard. */
  publicOrigin: string
  /** Where callers reach the receivers: never at the dashboard's host name, whatever the port. */
  receiverOrigin: string
  receiverPort: number
  /** As Fastify takes it; false: the socket's address is the client's. */
  trustProxy: TrustedProxies | false
  outboundAllowCidrs: readonly string[]
  /** Where this process tells its metrics: an address that the operator alone reaches. */
  operatorHost: string
  operatorPort: number
  /** Ports of this machine that no task may call: health and metrics. */
  operatorPorts: readonly number[]
  logLevel: z.infer<typeof Environment>['LOG_LEVEL']
  /** The folder of the built dashboard. */
  webRoot: string
  /** The folder of the built front page, documentation and blog. */
  siteRoot: string
  /** Shown wherever the site says how to reach us. */
  supportEmail: string
  /** Calls of the API that one client address may make in this process. */
  requestsPerMinute: number
  /** Calls of the public mortgage rates that one client address may make in this process. */
  ratesRequestsPerMinute: number
  /** Sign-ups that one client address may make. Embedded, everyone has the one loopback address. */
  signUpsPerHour: number
  /** Codes that may be mailed at the request of one client address; embedded as with sign-ups. */
  codesPerHour: number
  /** One machine, loopback only, own PostgreSQL: the development outbox and the demonstration account exist. */
  isEmbedded: boolean
  demo: { email: string; password: string } | null
  /** Null: nobody can sign in with an OpenID Connect provider. */
  oidc: OidcSettings | null
  /** Null: Slack is not configured on this server. */
  slack: SlackSettings | null
  /** Null: payments are not set up on this server. */
  stripe: StripeSettings | null
  /** Null: no text's status is believed. */
  twilioAuthToken: string | null
}

/** A setting that is missing or bad; the message names it. */
export class BadSettings extends Error {
  override readonly name = 'BadSettings'
}

const sentenceOf = (issue: z.core.$ZodIssue, env: Record<string, string | undefined>) => {
  const name = issue.path.join('.')
  return env[name] === undefined ? `${name} is not set.` : `${name} is not usable: ${issue.message}.`
}

const parse = (env: Record<string, string | undefined>) => {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(set)
  if (parsed.success) return parsed.data
  throw new BadSettings(parsed.error.issues.map((issue) => sentenceOf(issue, set)).join(' '))
}

const loopback = ['127.0.0.0/8', '::1']

/** Embedded mode opens loopback, so that a task can call what runs beside it. */
const openingsOf = (env: z.infer<typeof Environment>) => {
  const listed = env.OUTBOUND_ALLOW_CIDRS?.split(',').map((range) => range.trim()) ?? []
  return env.KNOCKWIRE_EMBEDDED ? [...loopback, ...listed] : listed
}

const demoOf = (env: z.infer<typeof Environment>): Settings['demo'] => {
  const { KNOCKWIRE_DEMO_EMAIL: email, KNOCKWIRE_DEMO_PASSWORD: password } = env
  return env.KNOCKWIRE_EMBEDDED && email !== undefined && password !== undefined
    ? { email: email.toLowerCase(), password }
    : null
}

const sameHost =
  'RECEIVER_ORIGIN must have another host name than PUBLIC_ORIGIN: receivers are their owners’, and cookies know no ports.'

/** An empty variable counts as not set, as in a compose file that passes `${NAME:-}` on. */
export const readSettings = (environment: Record<string, string | undefined> = process.env): Settings => {
  const env = parse(environment)
  const publicOrigin = env.PUBLIC_ORIGIN ?? `http://localhost:${env.PORT}`
  const receiverOrigin = env.RECEIVER_ORIGIN ?? `http://127.0.0.1:${env.RECEIVER_PORT}`
  const perNetwork = env.KNOCKWIRE_EMBEDDED ? 1000 : 20
  if (new URL(publicOrigin).hostname === new URL(receiverOrigin).hostname) throw new BadSettings(sameHost)
  return {
    role: env.KNOCKWIRE_ROLE,
    databaseUrl: env.DATABASE_URL,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    keyring: env.ENCRYPTION_KEY,
    host: env.HOST ?? (env.KNOCKWIRE_EMBEDDED ? '127.0.0.1' : '0.0.0.0'),
    port: env.PORT,
    publicOrigin,
    receiverOrigin,
    receiverPort: env.RECEIVER_PORT,
    trustProxy: env.TRUST_PROXY ?? false,
    outboundAllowCidrs: openingsOf(env),
    operatorHost: env.OPERATOR_HOST,
    operatorPort: env.OPERATOR_PORT,
    operatorPorts: [env.EXECUTOR_PORT, env.OPERATOR_PORT, env.EXECUTOR_OPERATOR_PORT],
    logLevel: env.LOG_LEVEL,
    webRoot: resolve(env.WEB_ROOT ?? fileURLToPath(new URL('../../web/dist', import.meta.url))),
    siteRoot: resolve(env.SITE_ROOT ?? fileURLToPath(new URL('../../site/dist', import.meta.url))),
    supportEmail: env.SUPPORT_EMAIL,
    requestsPerMinute: env.REQUESTS_PER_MINUTE,
    ratesRequestsPerMinute: env.RATES_REQUESTS_PER_MINUTE,
    signUpsPerHour: env.SIGN_UPS_PER_HOUR ?? perNetwork,
    codesPerHour: env.CODES_PER_HOUR ?? perNetwork,
    isEmbedded: env.KNOCKWIRE_EMBEDDED,
    demo: demoOf(env),
    oidc: oidcSettingsOf(env),
    slack: slackSettingsOf(env),
    stripe: stripeSettingsOf(env),
    twilioAuthToken: env.TWILIO_AUTH_TOKEN ?? null,
  }
}
