import { openInstance } from '@knockwire/domain/instance/instance-rules'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BadSettings } from '@knockwire/services/settings/bad-settings'
import {
  parseEnvironment,
  settingWarnings,
  type SharedSettings,
  sharedSettingsOf,
  sharedVariables,
} from '@knockwire/services/settings/shared-settings'
import type { InstanceView } from '@knockwire/domain/instance/instance'
import { z } from 'zod'
import {
  missingProviderVariables,
  type OidcSettings,
  oidcSettingsOf,
  providerVariables,
  type SlackSettings,
  slackSettingsOf,
} from './provider-settings.ts'
import { TrustedProxies } from './access/client/trusted-proxies.ts'
import { instanceOf, instanceVariables } from './instance-settings.ts'
import { type SettingInForce, settingsInForce } from './plugins/observe/settings-in-force.ts'

/** Below what the database counts to: an int4. */
const rateLimit = z.coerce.number().int().min(1).max(10_000_000)

/** Addresses, with commas between. */
const isEmail = (text: string): boolean => z.email().safeParse(text).success

const Addresses = z.string().transform((text, context): string[] => {
  const addresses = text
    .split(',')
    .map((address) => address.trim().toLowerCase())
    .filter((address) => address !== '')
  const bad = addresses.find((address) => !isEmail(address))
  if (bad === undefined) return addresses
  context.addIssue(`"${bad}" is not an email address`)
  return z.NEVER
})

const Environment = z.object({
  ...sharedVariables,
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(200).default(10),
  /** How many proxies stand before this server and may say who the client is, or their addresses. */
  TRUST_PROXY: TrustedProxies.optional(),
  /** How long a stopping process says that it is not ready and serves on: a proxy has to notice before connections are refused. */
  STOP_DELAY_SECONDS: z.coerce.number().int().min(0).max(60).default(0),
  REQUESTS_PER_MINUTE: rateLimit.default(600),
  RATES_REQUESTS_PER_MINUTE: rateLimit.default(300),
  SIGN_UPS_PER_HOUR: rateLimit.optional(),
  CODES_PER_HOUR: rateLimit.optional(),
  WEB_ROOT: z.string().min(1).optional(),
  SITE_ROOT: z.string().min(1).optional(),
  SUPPORT_EMAIL: z.email().optional(),
  KNOCKWIRE_ROLE: z.enum(['all', 'api', 'ingress']).default('all'),
  KNOCKWIRE_DEMO_EMAIL: z.email().optional(),
  KNOCKWIRE_DEMO_PASSWORD: z.string().min(8).optional(),
  ...providerVariables,
  ...instanceVariables,
  OPERATORS: Addresses.default([]),
})

export interface Settings extends SharedSettings {
  /** What this process serves: the dashboard and its calls, the receivers, or both. Each can be scaled separately. */
  role: 'all' | 'api' | 'ingress'
  databasePoolSize: number
  /** From the signal to stop until nothing new is accepted. */
  stopDelayMs: number
  port: number
  receiverPort: number
  /** As Fastify takes it; false: the socket's address is the client's. */
  trustProxy: TrustedProxies | false
  operatorPort: number
  /** The folder of the built dashboard. */
  webRoot: string
  /** The folder of the built front page, documentation and blog. */
  siteRoot: string
  /** The built command line, which is served at `/cli`. */
  cliFile: string
  /** Shown wherever the site says how to reach us. */
  /** Null where the operator has named nobody. */
  supportEmail: string | null
  /** Calls of the API that one client address may make in this process. */
  requestsPerMinute: number
  /** Calls of the public mortgage rates that one client address may make in this process. */
  ratesRequestsPerMinute: number
  /** Sign-ups that one client address may make. Embedded, everyone has the one loopback address. */
  signUpsPerHour: number
  /** Codes that may be mailed at the request of one client address; embedded as with sign-ups. */
  codesPerHour: number
  /** Addresses, in lower case, of those who see the operator's pages. */
  operators: readonly string[]
  /** What the process was started with, for the operator's pages. */
  inForce: readonly SettingInForce[]
  demo: { email: string; password: string } | null
  /** Who may sign up, and how people sign in. */
  instance: InstanceView
  /** Null: nobody can sign in with an OpenID Connect provider. */
  oidc: OidcSettings | null
  /** Null: Slack is not configured on this server. */
  slack: SlackSettings | null
  /** Null: no text's status is believed. */
  twilioAuthToken: string | null
}

const demoOf = (env: z.infer<typeof Environment>): Settings['demo'] => {
  const { KNOCKWIRE_DEMO_EMAIL: email, KNOCKWIRE_DEMO_PASSWORD: password } = env
  return env.KNOCKWIRE_EMBEDDED && email !== undefined && password !== undefined
    ? { email: email.toLowerCase(), password }
    : null
}

/** A folder that is set has to be the one: pages that are missing would be noticed by users first. */
const checkFolder = (name: 'WEB_ROOT' | 'SITE_ROOT', folder: string | undefined): void => {
  if (folder === undefined || existsSync(join(folder, 'index.html'))) return
  throw new BadSettings(`${name} is not usable: there is no index.html in ${resolve(folder)}.`)
}

/** Sentences about what may be meant otherwise. */
export const warningsOf = (environment: Record<string, string | undefined> = process.env): string[] =>
  settingWarnings(environment, Object.keys(Environment.shape))

/** @throws BadSettings */
export const readSettings = (environment: Record<string, string | undefined> = process.env): Settings => {
  const env = parseEnvironment(Environment, environment, missingProviderVariables)
  const shared = sharedSettingsOf(env)
  const perNetwork = env.KNOCKWIRE_EMBEDDED ? 1000 : 20
  const supportEmail = env.SUPPORT_EMAIL ?? (env.KNOCKWIRE_EMBEDDED ? openInstance.supportEmail : null)
  const instance = instanceOf(env, { ...shared, supportEmail, oidc: oidcSettingsOf(env), role: env.KNOCKWIRE_ROLE })
  checkFolder('WEB_ROOT', env.WEB_ROOT)
  checkFolder('SITE_ROOT', env.SITE_ROOT)
  return {
    ...shared,
    role: env.KNOCKWIRE_ROLE,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    stopDelayMs: env.STOP_DELAY_SECONDS * 1000,
    port: env.PORT,
    receiverPort: env.RECEIVER_PORT,
    trustProxy: env.TRUST_PROXY ?? false,
    operatorPort: env.OPERATOR_PORT,
    webRoot: resolve(env.WEB_ROOT ?? fileURLToPath(new URL('../../web/dist', import.meta.url))),
    siteRoot: resolve(env.SITE_ROOT ?? fileURLToPath(new URL('../../site/dist', import.meta.url))),
    cliFile: fileURLToPath(new URL('../../../packages/cli/dist/knockwire.cjs', import.meta.url)),
    supportEmail,
    requestsPerMinute: env.REQUESTS_PER_MINUTE,
    ratesRequestsPerMinute: env.RATES_REQUESTS_PER_MINUTE,
    signUpsPerHour: env.SIGN_UPS_PER_HOUR ?? perNetwork,
    codesPerHour: env.CODES_PER_HOUR ?? perNetwork,
    operators: env.OPERATORS,
    inForce: settingsInForce(env),
    demo: demoOf(env),
    instance,
    oidc: instance.signInMethods.includes('oidc') ? oidcSettingsOf(env) : null,
    slack: shared.makesCalls ? slackSettingsOf(env) : null,
    twilioAuthToken: env.TWILIO_AUTH_TOKEN ?? null,
  }
}
