import { createHmac, randomBytes } from 'node:crypto'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { AccountView } from '@knockwire/domain/accounts/account'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiContext } from '../../context.ts'
import type { Settings } from '../../settings.ts'
import { readAccount } from '../accounts/account.ts'
import { isSameHash } from '../../keyed-hash.ts'
import { endSession, sessionRules } from './sessions.ts'
import type { SignedIn } from './sign-in.ts'

/**
 * A cookie that outlives sessions and says: someone signed in to this account from this browser before. Such a browser
 * has an allowance of attempts of its own, so that nobody else's wrong passwords keep the owner out (OWASP's "device
 * cookies"). It opens nothing: without the password it is worth a few guesses more.
 */
const browserNames = { https: '__Host-knockwire-browser', http: 'knockwire-browser' } as const

/** All that the cookie may be called. */
export const browserCookieNames: readonly string[] = Object.values(browserNames)

/** Browsers keep no cookie for longer than 400 days. */
const lifetimeSeconds = 400 * 86_400

const sign = (key: Buffer, browserId: string, email: string) =>
  createHmac('sha256', key).update(`known browser\n${browserId}\n${email}`).digest('base64url')

/** Name, value and options of the cookie for a browser on which `email` has just signed in. */
export const browserCookie = (settings: Settings, email: string): [string, string, CookieSerializeOptions] => {
  const key = settings.keyring.keys[settings.keyring.current]
  if (key === undefined) throw new Error('The keyring has no current key.')
  const options = sessionCookieOptions(settings)
  const browserId = randomBytes(16).toString('base64url')
  const name = options.secure === true ? browserNames.https : browserNames.http
  return [name, `${browserId}.${sign(key, browserId, email)}`, { ...options, maxAge: lifetimeSeconds }]
}

/** The cookie as it was sent; whether it is genuine is for `knownBrowserId` to say. */
export const sentBrowserCookie = ({ cookies }: FastifyRequest): string | undefined =>
  browserCookieNames.map((name) => cookies[name]).find((value) => value !== undefined)

/** The browser's id where it signed in to this very account before; null for any other, and for a forged cookie. */
export const knownBrowserId = ({ keyring }: Settings, cookie: string | undefined, email: string): string | null => {
  const [browserId = '', signature = ''] = cookie?.split('.') ?? []
  const isGenuine = Object.values(keyring.keys).some((key) => isSameHash(signature, sign(key, browserId, email)))
  return isGenuine ? browserId : null
}

const isHttps = (settings: Settings) => settings.publicOrigin.startsWith('https:')

/** `__Host-` binds the cookie to this very origin, which browsers grant over https only. */
const sessionNames = { https: '__Host-knockwire', http: 'knockwire' } as const

export const sessionCookieName = (settings: Settings) => (isHttps(settings) ? sessionNames.https : sessionNames.http)

/** All that the cookie may be called. */
export const sessionCookieNames: readonly string[] = Object.values(sessionNames)

export const sessionCookieOptions = (settings: Settings): CookieSerializeOptions => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  secure: isHttps(settings),
})

/** Hands the new session to the browser, which is known to this account from now on; the session that it had before ends. */
export const setSessionCookie = async (
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  opened: SignedIn,
): Promise<AccountView> => {
  const name = sessionCookieName(context.settings)
  const before = request.cookies[name]
  if (before !== undefined) await endSession(context, before)
  const maxAge = sessionRules.absoluteMs / 1000
  reply.setCookie(name, opened.sessionId, { ...sessionCookieOptions(context.settings), maxAge })
  const account = await readAccount(context, opened)
  reply.setCookie(...browserCookie(context.settings, account.user.email))
  return account
}
