import { readFileSync } from 'node:fs'
import { isAddressRange } from '@knockwire/outbound/guard/address-rules'
import { embeddedProblems } from '@knockwire/domain/embedded/one-machine'
import type { InstanceLimits } from '@knockwire/domain/instance/instance'
import type { Plan } from '@knockwire/domain/plans/plan'
import { z } from 'zod'
import {
  type StripeSettings,
  missingStripeVariables,
  stripeSettingsOf,
  stripeVariables,
} from '../billing/stripe-settings.ts'
import { type TracingSettings, tracingSettingsOf, tracingVariables } from '../tracing/tracing-settings.ts'
import { type OutboundProxy, outboundProxyOf, proxyVariables } from './outbound-proxy.ts'
import { BadSettings } from './bad-settings.ts'
import { defaultPlanOf, instanceLimitsOf, limitVariables } from './limit-settings.ts'
import { type Keyring, parseKeyring } from '../secrets/secrets.ts'
import { misspeltSettings } from './unknown-settings.ts'

/** What both apps read from the environment, in one form: they must agree on it. */

const originOf = (text: string, context: z.RefinementCtx): string => {
  const url = new URL(text)
  const rest = text.slice(text.indexOf('://') + 3).replace(/^[^/?#]*\/?/, '')
  if (rest === '' && url.username === '' && url.password === '') return url.origin
  context.addIssue(`it is a host alone, with a port at most: use ${url.origin}`)
  return z.NEVER
}
const origin = z.url({ protocol: /^https?$/ }).transform(originOf)

const sslModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']

const encodingHint =
  'it cannot be read: write special characters of the user and the password in percent encoding (@ is %40, / is %2F, # is %23, ? is %3F)'

/** Never with a piece of the password: what is read for a host may be one. */
const checkDatabaseUrl = (text: string, context: z.RefinementCtx): void => {
  if (!/^postgres(ql)?:\/\//.test(text)) return context.addIssue('must start with postgres://')
  if (!URL.canParse(text)) return context.addIssue(encodingHint)
  const { pathname, search, hash, searchParams } = new URL(text)
  if (`${pathname}${search}${hash}`.includes('@') || hash !== '') return context.addIssue(encodingHint)
  const mode = searchParams.get('sslmode')
  if (mode !== null && !sslModes.includes(mode))
    context.addIssue(`sslmode must be one of ${sslModes.join(', ')}, not "${mode}"`)
}
const databaseUrl = z.string().superRefine(checkDatabaseUrl)

/** Addresses and ranges with commas between. */
const rangesOf = (text: string, context: z.RefinementCtx): string[] => {
  const ranges = text.split(',').map((range) => range.trim())
  const bad = ranges.find((range) => !isAddressRange(range))
  if (bad === undefined) return ranges
  context.addIssue(`"${bad}" is neither an address nor a range such as 10.0.0.0/8`)
  return z.NEVER
}

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
  DATABASE_URL: databaseUrl,
  /** PgBouncer in transaction mode before the same database: what needs no session of its own goes there. */
  DATABASE_POOLER_URL: databaseUrl.optional(),
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
  OUTBOUND_ALLOW_CIDRS: z.string().min(1).transform(rangesOf).optional(),
  ...proxyVariables,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  KNOCKWIRE_EMBEDDED: z.stringbool().default(false),
  /** Whether there are mortgage rates: fetched, shown and mailed. */
  RATES: z.enum(['on', 'off']).default('on'),
  /** Off: nothing is called and nothing is sent, as while a restored copy is inspected. */
  KNOCKWIRE_CALLS: z.enum(['on', 'off']).default('on'),
  SLACK_API_URL: z.url({ protocol: /^https?$/ }).default('https://slack.com/api/'),
  /** Sends text messages, and proves that a status of one comes from Twilio. */
  TWILIO_AUTH_TOKEN: z.string().min(1).optional(),
  ...tracingVariables,
  ...stripeVariables,
  ...limitVariables,
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
  /** Whether tasks are called and messages are sent at all; where not, nothing of this server reaches anybody else. */
  makesCalls: boolean
  /** What every account may have, where there are no plans; null where there are. */
  limits: InstanceLimits | null
  /** Of new accounts. */
  defaultPlan: Plan
  /** Null: payments are not set up on this server. */
  stripe: StripeSettings | null
  /** Null: nothing is traced. */
  tracing: TracingSettings | null
}

const loopback = ['127.0.0.0/8', '::1']

/** Embedded mode allows loopback, so that a task can call what runs beside it. */
const allowlistOf = (env: SharedEnvironment): string[] => {
  const listed = env.OUTBOUND_ALLOW_CIDRS ?? []
  return env.KNOCKWIRE_EMBEDDED ? [...loopback, ...listed] : listed
}

/** @throws BadSettings where the two origins have one host */
export const sharedSettingsOf = (env: SharedEnvironment): SharedSettings => {
  const publicOrigin = env.PUBLIC_ORIGIN ?? `http://localhost:${env.PORT}`
  const receiverOrigin = env.RECEIVER_ORIGIN ?? `http://127.0.0.1:${env.RECEIVER_PORT}`
  if (new URL(publicOrigin).hostname === new URL(receiverOrigin).hostname) throw new BadSettings(sameHost)
  return { ...ownSettingsOf(env), publicOrigin, receiverOrigin }
}

const sameHost =
  'RECEIVER_ORIGIN must have another host name than PUBLIC_ORIGIN: the owners of receivers write what these send to browsers, and cookies do not depend on the port.'

const ownSettingsOf = (env: SharedEnvironment): Omit<SharedSettings, 'publicOrigin' | 'receiverOrigin'> => ({
  databaseUrl: env.DATABASE_URL,
  databasePoolerUrl: env.DATABASE_POOLER_URL ?? null,
  keyring: env.ENCRYPTION_KEY,
  // Loopback: a port that is open beside the proxy bypasses its rules, and believes any X-Forwarded-For.
  host: env.HOST ?? '127.0.0.1',
  outboundAllowCidrs: allowlistOf(env),
  outboundProxy: outboundProxyOf(env),
  operatorHost: env.OPERATOR_HOST,
  operatorPorts: [env.EXECUTOR_PORT, env.OPERATOR_PORT, env.EXECUTOR_OPERATOR_PORT],
  logLevel: env.LOG_LEVEL,
  isEmbedded: env.KNOCKWIRE_EMBEDDED,
  makesCalls: env.KNOCKWIRE_CALLS === 'on',
  // A copy must not cancel the subscriptions of the original.
  stripe: env.KNOCKWIRE_CALLS === 'on' ? stripeSettingsOf(env) : null,
  limits: instanceLimitsOf(env, stripeSettingsOf(env)),
  defaultPlan: defaultPlanOf(env),
  tracing: tracingSettingsOf(env),
})

const problemOf = (issue: z.core.$ZodIssue): string =>
  issue.code === 'invalid_type' && issue.expected === 'number' ? 'it is not a number' : issue.message

const messageOf = (issue: z.core.$ZodIssue, env: Record<string, string | undefined>) => {
  const name = issue.path.join('.')
  if (env[name] === undefined) return `${name} is not set.`
  const problem = problemOf(issue).replace(/\.$/, '')
  return problem.startsWith(`${name} `) ? `${problem}.` : `${name} is not usable: ${problem}.`
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

const everyAddress: ReadonlySet<string> = new Set(['0.0.0.0/0', '::/0'])

/** Sentences about what is set and may be meant otherwise; the process starts all the same. */
export const settingWarnings = (
  environment: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): string[] => {
  const opened = environment['OUTBOUND_ALLOW_CIDRS']?.split(',').map((range) => range.trim()) ?? []
  const range = opened.find((one) => everyAddress.has(one))
  const openedLoopback = opened.find((one) => /^(?:127\.|::1(?:\/|$)|localhost)/.test(one))
  const isTrusted = /\bloopback\b|\b127\./.test(environment['TRUST_PROXY'] ?? '')
  return [
    ...misspeltSettings(environment, known),
    ...(range === undefined
      ? []
      : [`OUTBOUND_ALLOW_CIDRS opens every address, private ones too, to every task: ${range}.`]),
    ...(openedLoopback === undefined || !isTrusted
      ? []
      : [
          `OUTBOUND_ALLOW_CIDRS opens ${openedLoopback}: tasks reach this server's own ports without the proxy, and TRUST_PROXY believes the X-Forwarded-For that they send.`,
        ]),
  ]
}
