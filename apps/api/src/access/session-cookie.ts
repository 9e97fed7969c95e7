import { createHmac, randomBytes } from 'node:crypto'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import type { Settings } from '../settings.ts'
import { browserNames, sessionNames } from './cookie-names.ts'
import { isSameHash } from './keyed-hash.ts'

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
  Object.values(browserNames)
    .map((name) => cookies[name])
    .find((value) => value !== undefined)

/** The browser's id where it signed in to this very account before; null for any other, and for a forged cookie. */
export const knownBrowserId = ({ keyring }: Settings, cookie: string | undefined, email: string): string | null => {
  const [browserId = '', signature = ''] = cookie?.split('.') ?? []
  const isGenuine = Object.values(keyring.keys).some((key) => isSameHash(signature, sign(key, browserId, email)))
  return isGenuine ? browserId : null
}

const isHttps = (settings: Settings) => settings.publicOrigin.startsWith('https:')

export const sessionCookieName = (settings: Settings) => (isHttps(settings) ? sessionNames.https : sessionNames.http)

export const sessionCookieOptions = (settings: Settings): CookieSerializeOptions => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  secure: isHttps(settings),
})
