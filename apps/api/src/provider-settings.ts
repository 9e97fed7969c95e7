import { missingStripeVariables, stripeVariables } from '@knockwire/billing/stripe-settings'
import { z } from 'zod'

const secret = z.string().min(16).optional()

/** What a provider's console names or shows. Of Slack's four all are needed, or none. */
export const providerVariables = {
  SLACK_CLIENT_ID: z.string().min(1).optional(),
  SLACK_CLIENT_SECRET: secret,
  SLACK_SIGNING_SECRET: secret,
  /** Any long text of the operator's own: it signs what goes to Slack and comes back. */
  SLACK_STATE_SECRET: secret,
  SLACK_AUTHORIZATION_URL: z.url({ protocol: /^https?$/ }).default('https://slack.com/oauth/v2/authorize'),
  SLACK_API_URL: z.url({ protocol: /^https?$/ }).default('https://slack.com/api/'),
  /** Proves that a text's status comes from Twilio; the executor's setting of the same name. */
  TWILIO_AUTH_TOKEN: z.string().min(1).optional(),
  ...stripeVariables,
}

const ProviderEnvironment = z.object(providerVariables)
type ProviderEnvironment = z.infer<typeof ProviderEnvironment>

export interface SlackSettings {
  clientId: string
  clientSecret: string
  signingSecret: string
  stateSecret: string
  /** Where the browser is sent to. */
  authorizationUrl: string
  apiUrl: string
}

const slackKeys = ['SLACK_CLIENT_ID', 'SLACK_CLIENT_SECRET', 'SLACK_SIGNING_SECRET', 'SLACK_STATE_SECRET'] as const

/** The variables that are missing beside those that are set. */
export const missingProviderVariables = (env: ProviderEnvironment): string[] => {
  const missing = slackKeys.filter((key) => env[key] === undefined)
  const missingOfSlack = missing.length < slackKeys.length ? missing : []
  return [...missingOfSlack, ...missingStripeVariables(env)]
}

/** Null where Slack is not configured. */
export const slackSettingsOf = (env: ProviderEnvironment): SlackSettings | null => {
  const [clientId, clientSecret, signingSecret, stateSecret] = slackKeys.map((key) => env[key])
  if (!clientId || !clientSecret || !signingSecret || !stateSecret) return null
  const { SLACK_AUTHORIZATION_URL: authorizationUrl, SLACK_API_URL: apiUrl } = env
  return { clientId, clientSecret, signingSecret, stateSecret, authorizationUrl, apiUrl }
}
