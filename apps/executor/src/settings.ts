import type { MailSettings } from '@knockwire/services/mail/mail'
import { BadSettings } from '@knockwire/services/settings/bad-settings'
import {
  parseEnvironment,
  settingWarnings,
  type SharedSettings,
  sharedSettingsOf,
  sharedVariables,
} from '@knockwire/services/settings/shared-settings'
import { resolve } from 'node:path'
import { z } from 'zod'
import { defaultSourceFiles } from './rates/fetch/source-files.ts'
import {
  missingProviderVariables,
  providerVariables,
  type SmsSettings,
  smsSettingsOf,
} from '@knockwire/services/settings/provider-settings'

const httpUrl = z.url({ protocol: /^https?$/ })

const witnessesOf = (text: string, context: z.RefinementCtx): string[] => {
  const urls = text.split(',').map((url) => url.trim())
  const bad = urls.find((url) => !httpUrl.safeParse(url).success)
  if (bad === undefined) return urls
  context.addIssue(`${bad} is no http or https URL`)
  return z.NEVER
}

const isNoneAlone = (text: string): boolean => {
  const names = text.split(',').map((name) => name.trim())
  return names.length === 1 || !names.includes('none')
}

const Environment = z.object({
  ...sharedVariables,
  /** Calls in flight at once in this process. */
  EXECUTOR_CONCURRENCY: z.coerce.number().int().min(1).max(20_000).default(1000),
  /** Scheduled runs of one account that may be queued or in flight at once, over all executors. */
  EXECUTOR_ACCOUNT_QUOTA: z.coerce.number().int().min(1).default(500),
  /** At a stop, how long calls in flight may take to end before they are aborted. */
  EXECUTOR_DRAIN_SECONDS: z.coerce.number().int().min(0).default(10),
  /** After so long without an answer, a connection to the database is taken for dead. */
  DATABASE_TIMEOUT_SECONDS: z.coerce.number().int().min(1).default(30),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  AWS_REGION: z
    .string()
    .regex(/^[a-z]{2,}(-[a-z]+)+-\d+$/, 'it is no region such as eu-central-1')
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>@]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'it is not an address such as Knockwire <no-reply@example.com>',
    )
    .optional(),
  /** How long a provider of mails, texts or Slack may take for an answer. */
  PROVIDER_TIMEOUT_SECONDS: z.coerce.number().min(1).max(60).default(15),
  /** Files of rate sources with commas between, `default` for those that are shipped, or `none`. */
  RATE_SOURCES: z.string().min(1).refine(isNoneAlone, '`none` stands alone').default('default'),
  /** When the daily rates are mailed, in UTC. */
  RATES_EMAIL_TIME: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 18:00')
    .default('18:00'),
  /** Addresses of others, with commas between: by their answers an executor that calls few hosts knows that its network works. */
  WITNESS_URLS: z.string().min(1).transform(witnessesOf).default([]),
  ...providerVariables,
})
type Environment = z.infer<typeof Environment>

export interface Settings extends SharedSettings {
  /** Health. */
  port: number
  operatorPort: number
  concurrency: number
  accountQuota: number
  drainMs: number
  databaseTimeoutMs: number
  mail: MailSettings
  sms: SmsSettings
  providerTimeoutMs: number
  /** What shows by its answers that the network works. */
  witnessUrls: readonly string[]
  /** Where Slack's API is. */
  slackApiUrl: string
  /** Whether mortgage rates are fetched and mailed. */
  hasRates: boolean
  /** The declared sources of mortgage rates; empty: no rates are fetched. */
  rateSourceFiles: readonly string[]
  /** When the daily rates are mailed: minutes of the day in UTC. */
  ratesEmailMinute: number
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

/** @throws BadSettings */
export const readSettings = (variables: Record<string, string | undefined> = process.env): Settings => {
  const environment = parseEnvironment(Environment, variables, missingProviderVariables)
  return {
    ...sharedSettingsOf(environment),
    port: environment.EXECUTOR_PORT,
    concurrency: environment.EXECUTOR_CONCURRENCY,
    accountQuota: environment.EXECUTOR_ACCOUNT_QUOTA,
    drainMs: environment.EXECUTOR_DRAIN_SECONDS * 1000,
    databaseTimeoutMs: environment.DATABASE_TIMEOUT_SECONDS * 1000,
    operatorPort: environment.EXECUTOR_OPERATOR_PORT,
    mail: mailOf(environment),
    sms: smsSettingsOf(environment, environment.KNOCKWIRE_EMBEDDED),
    providerTimeoutMs: environment.PROVIDER_TIMEOUT_SECONDS * 1000,
    witnessUrls: environment.WITNESS_URLS,
    slackApiUrl: environment.SLACK_API_URL,
    hasRates: environment.RATES === 'on',
    rateSourceFiles: environment.RATES === 'on' ? rateSourceFilesOf(environment.RATE_SOURCES) : [],
    ratesEmailMinute: minuteOf(environment.RATES_EMAIL_TIME),
  }
}

/** Sentences about what may be meant otherwise. */
export const warningsOf = (variables: Record<string, string | undefined> = process.env): string[] =>
  settingWarnings(variables, Object.keys(Environment.shape))
