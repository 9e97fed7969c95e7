import { readFileSync } from 'node:fs'
import { embeddedProblems } from '@knockwire/domain/embedded/one-machine'
import { z } from 'zod'
import {
  type StripeSettings,
  missingStripeVariables,
  stripeSettingsOf,
  stripeVariables,
} from '../billing/stripe-settings.ts'
import { type TracingSettings, tracingSettingsOf, tracingVariables } from '../tracing/tracing-settings.ts'
import { type OutboundProxy, outboundProxyOf, proxyVariables } from './outbound-proxy.ts'
import { type Keyring, parseKeyring } from '../secrets/secrets.ts'

/** What both apps read from the environment, in one form: they must agree on it. */

const origin = z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin)
const port = z.coerce.number().int().min(0).max(65_535)

/** The keyring's own message names the variable and says how to make a key. */
const keyringOf = (text: string, context: z.RefinementCtx): Keyring => {
  try {
    return parseKeyring(text)
  } catch (error) {
    context.addIssue(error instanceof Error ? error.message : 'it cannot be read')
    return z.NEVER
  }
}

export const sharedVariables = {
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres://'),
  /** PgBouncer in transaction mode before the same database: what needs no session of its own goes there. */
  DATABASE_POOLER_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional(),
  ENCRYPTION_KEY: z.string().transform(keyringOf),
  HOST: z.string().min(1).optional(),
  PORT: port.default(3000),
  PUBLIC_ORIGIN: origin.optional(),
  RECEIVER_PORT: port.default(3001),
  RECEIVER_ORIGIN: origin.optional(),
  /** The executor's health. */
  EXECUTOR_PORT: port.default(3002),
  /** Metrics of every process. */
  OPERATOR_HOST: z.string().min(1).default('127.0.0.1'),
  OPERATOR_PORT: port.default(3003),
  EXECUTOR_OPERATOR_PORT: port.default(3004),
  /** Addresses and ranges that tasks may call although they are blocked by default. */
  OUTBOUND_ALLOW_CIDRS: z.string().min(1).optional(),
  ...proxyVariables,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  KNOCKWIRE_EMBEDDED: z.stringbool().default(false),
  /** Whether there are mortgage rates: fetched, shown and mailed. */
  RATES: z.enum(['on', 'off']).default('on'),
  SLACK_API_URL: z.url({ protocol: /^https?$/ }).default('https://slack.com/api/'),
  /** Sends text messages, and proves that a status of one comes from Twilio. */
  TWILIO_AUTH_TOKEN: z.string().min(1).optional(),
  ...tracingVariables,
  ...stripeVariables,
}

const SharedEnvironment = z.object(sharedVariables)
export type SharedEnvironment = z.infer<typeof SharedEnvironment>

export interface SharedSettings {
  /** Where a connection is a session: for listening, advisory locks, prepared statements and settings of a session. */
  databaseUrl: string
  /** Where a connection lasts for a transaction only; null where there is none. */
  databasePoolerUrl: string | null
  /** What is secret in the database is encrypted under it. */
  keyring: Keyring
  host: string
  /** Where browsers reach the dashboard; links in mails begin with it. */
  publicOrigin: string
  /** Where callers reach the receivers; messages name it. */
  receiverOrigin: string
  outboundAllowCidrs: readonly string[]
  /** Null: this server calls the outside itself. */
  outboundProxy: OutboundProxy | null
  /** Where metrics are served: an address that the operator alone reaches. */
  operatorHost: string
  /** Ports of this machine that no task may call: health and metrics. */
  operatorPorts: readonly number[]
  logLevel: SharedEnvironment['LOG_LEVEL']
  /** One machine, loopback only, own PostgreSQL: the development outbox and the demonstration account exist. */
  isEmbedded: boolean
  /** Null: payments are not set up on this server. */
  stripe: StripeSettings | null
  /** Null: nothing is traced. */
  tracing: TracingSettings | null
}

const loopback = ['127.0.0.0/8', '::1']

/** Embedded mode allows loopback, so that a task can call what runs beside it. */
const allowlistOf = (env: SharedEnvironment): string[] => {
  const listed = env.OUTBOUND_ALLOW_CIDRS?.split(',').map((range) => range.trim()) ?? []
  return env.KNOCKWIRE_EMBEDDED ? [...loopback, ...listed] : listed
}

export const sharedSettingsOf = (env: SharedEnvironment): SharedSettings => ({
  databaseUrl: env.DATABASE_URL,
  databasePoolerUrl: env.DATABASE_POOLER_URL ?? null,
  keyring: env.ENCRYPTION_KEY,
  host: env.HOST ?? (env.KNOCKWIRE_EMBEDDED ? '127.0.0.1' : '0.0.0.0'),
  publicOrigin: env.PUBLIC_ORIGIN ?? `http://localhost:${env.PORT}`,
  receiverOrigin: env.RECEIVER_ORIGIN ?? `http://127.0.0.1:${env.RECEIVER_PORT}`,
  outboundAllowCidrs: allowlistOf(env),
  outboundProxy: outboundProxyOf(env),
  operatorHost: env.OPERATOR_HOST,
  operatorPorts: [env.EXECUTOR_PORT, env.OPERATOR_PORT, env.EXECUTOR_OPERATOR_PORT],
  logLevel: env.LOG_LEVEL,
  isEmbedded: env.KNOCKWIRE_EMBEDDED,
  stripe: stripeSettingsOf(env),
  tracing: tracingSettingsOf(env),
})

/** A setting that is missing or bad; the message names it. */
export class BadSettings extends Error {
  override readonly name = 'BadSettings'
}

const messageOf = (issue: z.core.$ZodIssue, env: Record<string, string | undefined>) => {
  const name = issue.path.join('.')
  return env[name] === undefined ? `${name} is not set.` : `${name} is not usable: ${issue.message}.`
}

/** Variables of which all are needed, or none: those that are missing beside some that are set. */
export const missingOf = (env: Readonly<Record<string, unknown>>, keys: readonly string[]): string[] => {
  const missing = keys.filter((key) => env[key] === undefined)
  return missing.length < keys.length ? missing : []
}

/**
 * The settings with those that are in files: `NAME_FILE` names a file that holds the setting NAME, as containers are given
 * secrets. What is set itself wins. The line break at the file's end is not part of it; an empty file sets nothing.
 *
 * @throws BadSettings where a file cannot be read
 */
const withFiles = (environment: Record<string, string | undefined>, names: readonly string[]) => {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  for (const name of names) {
    const file = set[`${name}_FILE`]
    if (file === undefined || set[name] !== undefined) continue
    try {
      const content = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
      if (content !== '') set[name] = content
    } catch (error) {
      throw new BadSettings(`${name}_FILE cannot be read: ${String(error)}`)
    }
  }
  return set
}

/**
 * Reads the environment, and the files that it names for single settings. An empty variable counts as not set, as in a compose file that passes `${NAME:-}` on.
 *
 * @param missing - More variables that are not set but needed, by what is set.
 * @throws BadSettings that names every variable at fault
 */
export const parseEnvironment = <E extends SharedEnvironment>(
  schema: z.ZodType<E> & { shape: object },
  environment: Record<string, string | undefined>,
  missing: (env: E) => readonly string[],
): E => {
  const set = withFiles(environment, Object.keys(schema.shape))
  const parsed = schema.safeParse(set)
  if (!parsed.success) throw new BadSettings(parsed.error.issues.map((issue) => messageOf(issue, set)).join(' '))
  const problems = parsed.data.KNOCKWIRE_EMBEDDED ? embeddedProblems(set) : []
  if (problems.length > 0) throw new BadSettings(problems.join(' '))
  const names = [...missing(parsed.data), ...missingStripeVariables(parsed.data)]
  if (names.length > 0) throw new BadSettings(names.map((name) => `${name} is not set.`).join(' '))
  return parsed.data
}
