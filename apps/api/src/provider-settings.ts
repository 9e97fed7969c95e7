import { missingOf, sharedVariables } from '@knockwire/services/settings/shared-settings'
import { z } from 'zod'

const secret = z.string().min(16).optional()

/** What goes to the provider in clear could be read on the way, the client's secret included. */
const isSecureOrLoopback = (url: string) => {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/** What a provider's console names or shows. Of Slack's four all are needed, or none. */
export const providerVariables = {
  SLACK_CLIENT_ID: z.string().min(1).optional(),
  SLACK_CLIENT_SECRET: secret,
  SLACK_SIGNING_SECRET: secret,
  /** Any long text of the operator's own: it signs what goes to Slack and comes back. */
  SLACK_STATE_SECRET: secret,
  SLACK_AUTHORIZATION_URL: z.url({ protocol: /^https?$/ }).default('https://slack.com/oauth/v2/authorize'),
  /** An OpenID Connect provider to sign in with. Of the three all are needed, or none. */
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/ })
    .refine(isSecureOrLoopback, 'it must begin with https://')
    .optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
}

const ProviderEnvironment = z.object({ ...providerVariables, SLACK_API_URL: sharedVariables.SLACK_API_URL })
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

export interface OidcSettings {
  issuer: string
  clientId: string
  clientSecret: string
}

const oidcKeys = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const

/** The variables that are missing beside those that are set. */
export const missingProviderVariables = (env: ProviderEnvironment): string[] => [
  ...missingOf(env, slackKeys),
  ...missingOf(env, oidcKeys),
]

/** Null where nobody can sign in with a provider. */
export const oidcSettingsOf = (env: ProviderEnvironment): OidcSettings | null => {
  const [issuer, clientId, clientSecret] = oidcKeys.map((key) => env[key])
  return issuer && clientId && clientSecret ? { issuer, clientId, clientSecret } : null
}

/** Null where Slack is not configured. */
export const slackSettingsOf = (env: ProviderEnvironment): SlackSettings | null => {
  const [clientId, clientSecret, signingSecret, stateSecret] = slackKeys.map((key) => env[key])
  if (!clientId || !clientSecret || !signingSecret || !stateSecret) return null
  const { SLACK_AUTHORIZATION_URL: authorizationUrl, SLACK_API_URL: apiUrl } = env
  return { clientId, clientSecret, signingSecret, stateSecret, authorizationUrl, apiUrl }
}
