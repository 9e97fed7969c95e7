import { type SignInMethod, signInMethods, signUpModes } from '@knockwire/domain/instance/instance-rules'
import type { InstanceView } from '@knockwire/domain/instance/instance'
import { BadSettings } from '@knockwire/services/settings/bad-settings'
import { type SharedSettings, sharedVariables } from '@knockwire/services/settings/shared-settings'
import { z } from 'zod'
import type { OidcSettings } from './provider-settings.ts'

/** The names of a list with commas between, each once, in lower case. */
const namesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((name) => name.trim().toLowerCase())
      .filter((name) => name !== ''),
  ),
]

/** A host name of at least two parts, as it stands behind the @ of an address. */
const domainName = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/

const domainsOf = (text: string, context: z.RefinementCtx): string[] => {
  const domains = namesIn(text)
  const bad = domains.find((domain) => !domainName.test(domain))
  if (bad === undefined) return domains
  context.addIssue(`"${bad}" is not a domain such as example.com`)
  return z.NEVER
}

const isMethod = (name: string): name is SignInMethod => signInMethods.some((method) => method === name)

const methodsOf = (text: string, context: z.RefinementCtx): SignInMethod[] => {
  const names = namesIn(text)
  const bad = names.find((name) => !isMethod(name))
  if (bad === undefined && names.length > 0) return names.filter(isMethod)
  context.addIssue(
    `${bad === undefined ? 'it names nothing' : `it names "${bad}"`}; it may name ${signInMethods.join(', ')}`,
  )
  return z.NEVER
}

/** What this instance offers to whom. */
export const instanceVariables = {
  SIGN_UPS: z.enum(signUpModes).default('open'),
  /** Domains of addresses, with commas between. */
  ALLOWED_DOMAINS: z.string().transform(domainsOf).default([]),
  /** Ways to sign in, with commas between. */
  SIGN_IN: z.string().transform(methodsOf).optional(),
  /** Whether the front page, the documentation and the blog are served. */
  SITE: z.enum(['on', 'off']).default('on'),
}

const InstanceEnvironment = z.object({
  ...instanceVariables,
  RATES: sharedVariables.RATES,
})
type InstanceEnvironment = z.infer<typeof InstanceEnvironment>

interface SignInSettings {
  oidc: OidcSettings | null
  role: 'all' | 'api' | 'ingress'
}

/**
 * The ways to sign in that this server accepts: all that it can, unless the operator names some. Nobody signs in where receivers
 * alone are served, which are not given a provider's secrets.
 *
 * @throws BadSettings where one that is named cannot be used, or where nobody could sign in
 */
const acceptedMethods = (named: SignInMethod[] | undefined, { oidc, role }: SignInSettings): SignInMethod[] => {
  if (role === 'ingress') return []
  const methods = named ?? signInMethods.filter((method) => method !== 'oidc' || oidc !== null)
  if (methods.includes('oidc') && oidc === null)
    throw new BadSettings('SIGN_IN is not usable: it names oidc, but OIDC_ISSUER is not set.')
  if (!methods.includes('password') && !methods.includes('oidc'))
    throw new BadSettings(
      'SIGN_IN is not usable: a passkey is added by somebody who has signed in, so it has to name password or oidc too.',
    )
  return signInMethods.filter((method) => methods.includes(method))
}

/** @throws BadSettings */
export const instanceOf = (
  env: InstanceEnvironment,
  {
    limits,
    defaultPlan,
    supportEmail,
    ...signIn
  }: Pick<SharedSettings, 'limits' | 'defaultPlan'> & SignInSettings & { supportEmail: string | null },
): InstanceView => ({
  signUps: env.SIGN_UPS,
  allowedDomains: env.ALLOWED_DOMAINS,
  signInMethods: acceptedMethods(env.SIGN_IN, signIn),
  hasRates: env.RATES === 'on',
  hasSite: env.SITE === 'on',
  supportEmail,
  limits,
  defaultPlan,
})
