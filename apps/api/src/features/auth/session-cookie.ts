import type { CookieSerializeOptions } from '@fastify/cookie'
import type { Settings } from '../../settings.ts'

const isHttps = (settings: Settings) => settings.publicOrigin.startsWith('https:')

/** `__Host-` binds the cookie to this very origin, which browsers grant over https only. */
const names = { https: '__Host-knockwire', http: 'knockwire' } as const

export const sessionCookieName = (settings: Settings) => (isHttps(settings) ? names.https : names.http)

/** All that the cookie may be called. */
export const sessionCookieNames: readonly string[] = Object.values(names)

export const sessionCookieOptions = (settings: Settings): CookieSerializeOptions => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  secure: isHttps(settings),
})
