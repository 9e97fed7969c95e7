import type { MailSettings } from '@knockwire/services/mail/mail'
import { stripeSettingsOf, type StripeSettings } from '@knockwire/services/billing/stripe-settings'
import { resolve } from 'node:path'
import { parseKeyring, type Keyring } from '@knockwire/services/secrets/secrets'
import { z } from 'zod'
import { defaultSourceFiles } from './rates/fetch/source-files.ts'
import {
  missingProviderVariables,
  providerVariables,
  type SmsSettings,
  smsSettingsOf,
} from '@knockwire/services/settings/provider-settings'

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

const Environment = z.object({
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres://'),
  ENCRYPTION_KEY: z.string().transform(keyringOf),
  HOST: z.string().min(1).optional(),
  PORT: port.default(3000),
  EXECUTOR_PORT: port.default(3002),
  /** Metrics of every process; the API's port is named for `operatorPorts` alone. */
  OPERATOR_HOST: z.string().min(1).default('127.0.0.1'),
  OPERATOR_PORT: port.default(3003),
  EXECUTOR_OPERATOR_PORT: port.default(3004),
  PUBLIC_ORIGIN: origin.optional(),
  RECEIVER_PORT: port.default(3001),
  RECEIVER_ORIGIN: origin.optional(),
  /** Calls under way at once in this process. */
  EXECUTOR_CONCURRENCY: z.coerce.number().int().min(1).max(20_000).default(1000),
  /** Scheduled runs of one account that may be queued or under way at once, over all executors. */
  EXECUTOR_ACCOUNT_QUOTA: z.coerce.number().int().min(1).default(500),
  /** At a stop, how long calls under way may take to end before they are broken off. */
  EXECUTOR_DRAIN_SECONDS: z.coerce.number().int().min(0).default(10),
  /** After so long without an answer, a connection to the database is taken for dead. */
  DATABASE_TIMEOUT_SECONDS: z.coerce.number().int().min(1).default(30),
  OUTBOUND_ALLOW_CIDRS: z.string().min(1).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  AWS_REGION: z.string().min(1).optional(),
  MAIL_FROM: z.string().min(3).optional(),
  /** How long a provider of mails, texts or Slack may take for an answer. */
  PROVIDER_TIMEOUT_SECONDS: z.coerce.number().min(1).max(60).default(15),
  /** Files of rate sources with commas between, `default` for those that are shipped, or `none`. */
  RATE_SOURCES: z.string().min(1).default('default'),
  /** When the daily rates are mailed, in UTC. */
  RATES_EMAIL_TIME: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 18:00')
    .default('18:00'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  KNOCKWIRE_EMBEDDED: z.stringbool().default(false),
  ...providerVariables,
})
type Environment = z.infer<typeof Environment>

export interface Settings {
  databaseUrl: string
  keyring: Keyring
  host: string
  /** Health. */
  port: number
  /** Metrics, where the operator alone reaches them. */
  operatorHost: string
  operatorPort: number
  /** Where browsers reach the dashboard; links in mails begin with it. */
  publicOrigin: string
  /** Where callers reach the receivers; messages name it. */
  receiverOrigin: string
  concurrency: number
  accountQuota: number
  drainMs: number
  databaseTimeoutMs: number
  outboundAllowCidrs: readonly string[]
  /** Ports of this machine that no task may call: health and metrics. */
  operatorPorts: readonly number[]
  mail: MailSettings
  sms: SmsSettings
  providerTimeoutMs: number
  /** Where Slack's API is. */
  slackApiUrl: string
  /** Null: payments are not set up on this server. */
  stripe: StripeSettings | null
  /** The declared sources of mortgage rates; empty: no rates are fetched. */
  rateSourceFiles: readonly string[]
  /** When the daily rates are mailed: minutes of the day in UTC. */
  ratesEmailMinute: number
  logLevel: Environment['LOG_LEVEL']
  /** One machine, loopback only, own PostgreSQL: the development outbox exists. */
  isEmbedded: boolean
}

/** A setting that is missing or bad; the message names it. */
class BadSettings extends Error {
  override readonly name = 'BadSettings'
}

const sentenceOf = (issue: z.core.$ZodIssue, environment: Record<string, string | undefined>) => {
  const name = issue.path.join('.')
  return environment[name] === undefined ? `${name} is not set.` : `${name} is not usable: ${issue.message}.`
}

const parse = (environment: Record<string, string | undefined>): Environment => {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(set)
  if (parsed.success) return complete(parsed.data)
  throw new BadSettings(parsed.error.issues.map((issue) => sentenceOf(issue, set)).join(' '))
}

const complete = (environment: Environment): Environment => {
  const missing = missingProviderVariables(environment)
  if (missing.length > 0) throw new BadSettings(missing.map((name) => `${name} is not set.`).join(' '))
  return environment
}

const mailOf = ({
  SMTP_URL: url,
  AWS_REGION: region,
  MAIL_FROM: from,
  KNOCKWIRE_EMBEDDED: isEmbedded,
}: Environment): MailSettings => {
  const isConfigured = url !== undefined || region !== undefined
  if (!isConfigured) return { kind: isEmbedded ? 'outbox' : 'none' }
  if (from === undefined) throw new BadSettings('MAIL_FROM is not set: mail needs a sender.')
  return url === undefined ? { kind: 'ses', region: region ?? '', from } : { kind: 'smtp', url, from }
}

/** Embedded mode opens loopback, so that a task can call what runs beside it. */
const openingsOf = (environment: Environment): string[] => {
  const listed = environment.OUTBOUND_ALLOW_CIDRS?.split(',').map((range) => range.trim()) ?? []
  return environment.KNOCKWIRE_EMBEDDED ? ['127.0.0.0/8', '::1', ...listed] : listed
}

/** `none` alone; else the shipped ones for `default`, and paths. */
const rateSourceFilesOf = (text: string): string[] => {
  const names = text.split(',').map((name) => name.trim())
  if (names.length === 1 && names[0] === 'none') return []
  return names.flatMap((name) => (name === 'default' ? defaultSourceFiles : [resolve(name)]))
}

const minuteOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** An empty variable counts as not set, as in a compose file that passes `${NAME:-}` on. */
export const readSettings = (variables: Record<string, string | undefined> = process.env): Settings => {
  const environment = parse(variables)
  return {
    databaseUrl: environment.DATABASE_URL,
    keyring: environment.ENCRYPTION_KEY,
    host: environment.HOST ?? (environment.KNOCKWIRE_EMBEDDED ? '127.0.0.1' : '0.0.0.0'),
    port: environment.EXECUTOR_PORT,
    publicOrigin: environment.PUBLIC_ORIGIN ?? `http://localhost:${environment.PORT}`,
    receiverOrigin: environment.RECEIVER_ORIGIN ?? `http://127.0.0.1:${environment.RECEIVER_PORT}`,
    concurrency: environment.EXECUTOR_CONCURRENCY,
    accountQuota: environment.EXECUTOR_ACCOUNT_QUOTA,
    drainMs: environment.EXECUTOR_DRAIN_SECONDS * 1000,
    databaseTimeoutMs: environment.DATABASE_TIMEOUT_SECONDS * 1000,
    outboundAllowCidrs: openingsOf(environment),
    operatorHost: environment.OPERATOR_HOST,
    operatorPort: environment.EXECUTOR_OPERATOR_PORT,
    operatorPorts: [environment.EXECUTOR_PORT, environment.OPERATOR_PORT, environment.EXECUTOR_OPERATOR_PORT],
    mail: mailOf(environment),
    sms: smsSettingsOf(environment, environment.KNOCKWIRE_EMBEDDED),
    providerTimeoutMs: environment.PROVIDER_TIMEOUT_SECONDS * 1000,
    slackApiUrl: environment.SLACK_API_URL,
    stripe: stripeSettingsOf(environment),
    rateSourceFiles: rateSourceFilesOf(environment.RATE_SOURCES),
    ratesEmailMinute: minuteOf(environment.RATES_EMAIL_TIME),
    logLevel: environment.LOG_LEVEL,
    isEmbedded: environment.KNOCKWIRE_EMBEDDED,
  }
}
