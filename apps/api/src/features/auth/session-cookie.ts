import type { CookieSerializeOptions } from '@fastify/cookie'
import type { Settings } from '../../settings.ts'

const isHttps = (settings: Settings) => settings.publicOrigin.startsWith('https:')

/** `__Host-` binds the cookie to this very origin, which browsers grant over https only. */
export const sessionCookieName = (settings: Settings) => (isHttps(settings) ? '__Host-knockwire' : 'knockwire')

export const sessionCookieOptions = (settings: Settings): CookieSerializeOptions => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  secure: isHttps(settings),
})
