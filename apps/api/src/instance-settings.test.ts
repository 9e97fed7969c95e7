import { BadSettings } from '@knockwire/services/settings/bad-settings'
import { describe, expect, it } from 'vitest'
import { readSettings } from './settings.ts'

const base = {
  DATABASE_URL: 'postgres://knockwire@127.0.0.1/knockwire',
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
}
const oidc = { OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'secret' }
const instanceOf = (environment: Record<string, string>) => readSettings({ ...base, ...environment }).instance
const complaint = (environment: Record<string, string>): string => {
  try {
    readSettings({ ...base, ...environment })
  } catch (error) {
    if (error instanceof BadSettings) return error.message
    throw error
  }
  return 'none'
}

describe('what the operator says of the instance', () => {
  it('is that anybody may sign up, by every way that is set up, where nothing is set', () => {
    expect(instanceOf({})).toMatchObject({
      signUps: 'open',
      allowedDomains: [],
      signInMethods: ['password', 'passkey'],
      hasRates: true,
      hasSite: true,
    })
    expect(instanceOf(oidc).signInMethods).toEqual(['password', 'passkey', 'oidc'])
  })

  it.each(['open', 'invited', 'closed'])('has sign-ups that are %s', (signUps) => {
    expect(instanceOf({ SIGN_UPS: signUps })).toMatchObject({ signUps })
  })

  it('has mortgage rates and a site, unless they are off', () => {
    expect(instanceOf({ RATES: 'off', SITE: 'on' })).toMatchObject({ hasRates: false, hasSite: true })
    expect(instanceOf({ RATES: 'on', SITE: 'off' })).toMatchObject({ hasRates: true, hasSite: false })
  })

  it('names the operators by their addresses, and says which one is not an address', () => {
    expect(readSettings({ ...base, OPERATORS: ' Ada@Example.com,' }).operators).toEqual(['ada@example.com'])
    expect(complaint({ OPERATORS: 'ada@example.com,bob' })).toBe(
      'OPERATORS is not usable: "bob" is not an email address.',
    )
  })

  it('names whom people ask for help, or nobody', () => {
    expect(instanceOf({}).supportEmail).toBeNull()
    expect(instanceOf({ SUPPORT_EMAIL: 'help@example.com' }).supportEmail).toBe('help@example.com')
  })

  it('puts new accounts on the plan that DEFAULT_PLAN names, where there are plans', () => {
    expect(readSettings(base).defaultPlan).toBe('FREE')
    expect(readSettings({ ...base, DEFAULT_PLAN: 'BUSINESS' }).defaultPlan).toBe('BUSINESS')
    expect(instanceOf({ DEFAULT_PLAN: 'BUSINESS' }).defaultPlan).toBe('BUSINESS')
    expect(complaint({ DEFAULT_PLAN: 'GOLD' })).toMatch(/^DEFAULT_PLAN is not usable: .*"FREE"/)
    expect(complaint({ DEFAULT_PLAN: 'FREE', PLANS: 'off' })).toMatch(/^DEFAULT_PLAN is not usable: there are no plans/)
  })

  it('has the limits of its settings where there are no plans', () => {
    expect(instanceOf({}).limits).toBeNull()
    expect(instanceOf({ PLANS: 'off', TASKS_PER_ACCOUNT: '7' }).limits).toMatchObject({ label: null, tasks: 7 })
  })

  it('has domains, in lower case, each once', () => {
    const { allowedDomains } = instanceOf({ ALLOWED_DOMAINS: 'Example.com, example.org,example.com,' })
    expect(allowedDomains).toEqual(['example.com', 'example.org'])
  })

  it.each([
    ['password', ['password']],
    ['oidc', ['oidc']],
    ['passkey, Password', ['password', 'passkey']],
    ['oidc,passkey', ['passkey', 'oidc']],
    ['password,passkey,oidc', ['password', 'passkey', 'oidc']],
  ])('has the ways to sign in that SIGN_IN=%s names', (text, methods) => {
    expect(instanceOf({ ...oidc, SIGN_IN: text }).signInMethods).toEqual(methods)
  })

  it('says nothing of sign-in where receivers alone are served, which have no provider’s settings', () => {
    expect(instanceOf({ SIGN_IN: 'oidc', KNOCKWIRE_ROLE: 'ingress' }).signInMethods).toEqual([])
    expect(complaint({ SIGN_IN: 'oidc', KNOCKWIRE_ROLE: 'api' })).toContain('OIDC_ISSUER is not set')
  })

  it('has no provider to sign in with where SIGN_IN leaves it out', () => {
    expect(readSettings({ ...base, ...oidc, SIGN_IN: 'password' }).oidc).toBeNull()
    expect(readSettings({ ...base, ...oidc, SIGN_IN: 'oidc' }).oidc).toMatchObject({ clientId: 'id' })
  })

  it.each([
    [{ SIGN_UPS: 'nobody' }, /^SIGN_UPS is not usable: .*"open", "invited", "closed"/],
    [{ RATES: 'none' }, /^RATES is not usable: .*"on", "off"/],
    [{ SITE: 'false' }, /^SITE is not usable: .*"on", "off"/],
    [
      { ALLOWED_DOMAINS: 'example.com,ada@example.com' },
      /^ALLOWED_DOMAINS is not usable: "ada@example.com" is not a domain/,
    ],
    [{ ALLOWED_DOMAINS: '*.example.com' }, /^ALLOWED_DOMAINS is not usable: "\*\.example\.com" is not a domain/],
    [{ ALLOWED_DOMAINS: 'localhost' }, /^ALLOWED_DOMAINS is not usable/],
    [{ SIGN_IN: 'password,magic' }, /^SIGN_IN is not usable: it names "magic"; it may name password, passkey, oidc\.$/],
    [{ SIGN_IN: ' , ' }, /^SIGN_IN is not usable: it names nothing/],
    [{ SIGN_IN: 'oidc' }, /^SIGN_IN is not usable: it names oidc, but OIDC_ISSUER is not set\.$/],
    [{ ...oidc, SIGN_IN: 'passkey' }, /^SIGN_IN is not usable: a passkey is added by somebody who has signed in/],
  ])('stops the start where it is %j, with one sentence that names the setting', (environment, message) => {
    expect(complaint(environment)).toMatch(message)
  })
})
