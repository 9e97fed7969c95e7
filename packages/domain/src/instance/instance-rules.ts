import type { InstanceView } from './instance.ts'

export const signUpModes = ['open', 'invited', 'closed'] as const
export const signInMethods = ['password', 'passkey', 'oidc'] as const

export type SignInMethod = (typeof signInMethods)[number]

/** What an instance offers where its operator has set nothing, and no provider to sign in with. */
export const openInstance: InstanceView = {
  signUps: 'open',
  allowedDomains: [],
  signInMethods: ['password', 'passkey'],
  hasRates: true,
  hasSite: true,
  supportEmail: 'support@knockwire.example',
  limits: null,
  defaultPlan: 'FREE',
}

export type InstancePart = 'sign-up' | 'rates' | 'site' | 'plans'

/** What an instance does not have, so that nothing leads there. */
export const missingParts = ({ signUps, hasRates, hasSite, limits }: InstanceView): InstancePart[] => [
  ...(signUps === 'open' ? [] : ['sign-up' as const]),
  ...(hasRates ? [] : ['rates' as const]),
  ...(hasSite ? [] : ['site' as const]),
  ...(limits === null ? [] : ['plans' as const]),
]

/** Whether an address is of one of the domains. Their subdomains are others. `email` is in lower case. */
export const isAllowedAddress = ({ allowedDomains }: Pick<InstanceView, 'allowedDomains'>, email: string): boolean =>
  allowedDomains.length === 0 || allowedDomains.includes(email.slice(email.lastIndexOf('@') + 1))

/**
 * Whether an address decides who is let in: by its domain, by an invitation that was mailed to it, or because OPERATORS names it. Then
 * nobody works here before theirs is confirmed. In embedded mode, every address counts as confirmed.
 */
export const requiresConfirmedEmail = ({
  signUps,
  allowedDomains,
}: Pick<InstanceView, 'signUps' | 'allowedDomains'>): boolean => signUps !== 'open' || allowedDomains.length > 0

/** As an address is called that may not sign up: "Only addresses at example.com or example.org …". */
export const allowedAddresses = ({ allowedDomains }: Pick<InstanceView, 'allowedDomains'>): string =>
  `addresses at ${new Intl.ListFormat('en', { type: 'disjunction' }).format(allowedDomains)}`
