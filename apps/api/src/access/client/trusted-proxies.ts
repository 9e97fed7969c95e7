import { isIP } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import { z } from 'zod'

/** How many proxies back from the socket are trusted, or which. */
export type TrustedProxies = number | string[]

/** The names of ranges that the library knows. */
const rangeNames: readonly string[] = ['loopback', 'linklocal', 'uniquelocal']

/** Whether the hop at this address, so many steps back from the socket, may say who came before it. */
type ProxyTrust = (address: string, hop: number) => boolean

/** What both servers, the API's and the receivers', judge forwarded addresses by; false where nobody is trusted. */
export const createProxyTrust = (trusted: TrustedProxies | false): ProxyTrust | false => {
  if (trusted === false || trusted === 0) return false
  return typeof trusted === 'number' ? (_address, hop) => hop < trusted : proxyAddr.compile(trusted)
}

const isRange = (text: string): boolean => {
  const [, address = '', bits] = /^([\d.a-f:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? []
  const mostBits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  return mostBits > 0 && (bits === undefined || (Number(bits) >= 1 && Number(bits) <= mostBits))
}

const isKnown = (text: string) => rangeNames.includes(text) || isRange(text)

/** As TRUST_PROXY says it. */
export const TrustedProxies = z.string().transform((text, context): TrustedProxies => {
  if (/^\d{1,3}$/.test(text)) return Number(text)
  const proxies = text.split(',').map((part) => part.trim())
  const unknown = proxies.find((part) => !isKnown(part))
  if (unknown === undefined) return proxies
  context.addIssue(
    `"${unknown}" is neither a number of proxies nor an address, a range such as 10.0.0.0/8, or ${rangeNames.join(', ')}`,
  )
  return z.NEVER
})
