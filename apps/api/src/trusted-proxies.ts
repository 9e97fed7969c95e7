import { isIP } from 'node:net'
import { z } from 'zod'

/** How many proxies back from the socket are trusted, or which. */
export type TrustedProxies = number | string[]

/** The names that may stand for ranges. */
export const namedRanges: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

const isRange = (text: string): boolean => {
  const [, address = '', bits] = /^([\d.a-f:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? []
  const mostBits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  return mostBits > 0 && (bits === undefined || (Number(bits) >= 1 && Number(bits) <= mostBits))
}

const isKnown = (text: string) => Object.hasOwn(namedRanges, text) || isRange(text)

/** As TRUST_PROXY says it. */
export const TrustedProxies = z.string().transform((text, context): TrustedProxies => {
  if (/^\d{1,3}$/.test(text)) return Number(text)
  const proxies = text.split(',').map((part) => part.trim())
  const unknown = proxies.find((part) => !isKnown(part))
  if (unknown === undefined) return proxies
  const names = Object.keys(namedRanges).join(', ')
  context.addIssue(
    `"${unknown}" is neither a number of proxies nor an address, a range such as 10.0.0.0/8, or ${names}`,
  )
  return z.NEVER
})
