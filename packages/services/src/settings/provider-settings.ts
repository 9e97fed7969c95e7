import { missingOf, sharedVariables } from './shared-settings.ts'
import { z } from 'zod'

const httpUrl = z.url({ protocol: /^https?$/ })

/** What a provider's console names or shows. Of Twilio's three all are needed, or none. */
export const providerVariables = {
  TWILIO_ACCOUNT_SID: z.string().min(1).optional(),
  /** A number of the account's in E.164, or a messaging service's id. */
  TWILIO_FROM: z
    .string()
    .regex(/^(\+\d{5,15}|MG\w+)$/, 'it is neither a number such as +16045550100 nor the id of a messaging service')
    .optional(),
  TWILIO_API_ORIGIN: httpUrl.default('https://api.twilio.com').transform((url) => new URL(url).origin),
}

const ProviderEnvironment = z.object({ ...providerVariables, TWILIO_AUTH_TOKEN: sharedVariables.TWILIO_AUTH_TOKEN })
type ProviderEnvironment = z.infer<typeof ProviderEnvironment>

export interface TwilioSettings {
  kind: 'twilio'
  accountSid: string
  authToken: string
  from: string
  apiOrigin: string
}

/** Where texts go: Twilio, the development outbox, or nowhere. */
export type SmsSettings = TwilioSettings | { kind: 'outbox' } | { kind: 'none' }

const twilioKeys = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'] as const

/** The variables that are missing beside those that are set. */
export const missingProviderVariables = (env: ProviderEnvironment): string[] => missingOf(env, twilioKeys)

export const smsSettingsOf = (env: ProviderEnvironment, isEmbedded: boolean): SmsSettings => {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = env
  if (!accountSid || !authToken || !from) return { kind: isEmbedded ? 'outbox' : 'none' }
  return { kind: 'twilio', accountSid, authToken, from, apiOrigin: env.TWILIO_API_ORIGIN }
}

/** What the channels' providers are called with. */
export interface ProviderSettings {
  sms: SmsSettings
  /** Where Slack's API is. */
  slackApiUrl: string
  /** How long a provider may take for a response. */
  providerTimeoutMs: number
}
