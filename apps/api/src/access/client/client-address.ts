import type { IncomingMessage } from 'node:http'
import { isIP, isIPv4, isIPv6 } from 'node:net'
import { createProxyTrust, type TrustedProxies } from './trusted-proxies.ts'

/** `[2001:db8::1]:443`, or in brackets alone. */
const bracketed = /^\[([\da-f:.]+)\](?::\d{1,5})?$/i
const ipv4WithPort = /^([\d.]+):\d{1,5}$/

/** The longest IPv6 address has 45 characters, and a port and brackets around it. */
const longest = 60

/** An IPv4 client of an IPv6 socket is shown as what it is. */
const unmapped = (address: string) => {
  const inner = address.slice(7)
  return address.toLowerCase().startsWith('::ffff:') && isIPv4(inner) ? inner : address
}

/** The address in what a proxy wrote, which may bring its port; null where it is none. */
const readAddress = (text: string): string | null => {
  if (text.length > longest) return null
  if (isIP(text) !== 0) return unmapped(text)
  const inner = bracketed.exec(text)?.[1]
  if (inner !== undefined) return isIPv6(inner) ? unmapped(inner) : null
  const address = ipv4WithPort.exec(text)?.[1] ?? ''
  return isIPv4(address) ? address : null
}

type Addressed = Pick<IncomingMessage, 'headers' | 'socket'>

/** The entries of X-Forwarded-For from the nearest to the furthest; as many are cut off as are asked for. */
function* namedBy({ headers }: Addressed): Generator<string> {
  const list = String(headers['x-forwarded-for'] ?? '')
  for (let end = list.length; end > 0;) {
    const comma = list.lastIndexOf(',', end - 1)
    const entry = list.slice(comma + 1, end).trim()
    if (entry !== '') yield entry
    end = comma
  }
}

/**
 * Who sent a request: the socket's other end, or, as far as proxies are trusted, whom they name. Where a proxy names what is
 * no address, the request counts as the proxy's own: whatever else were kept, its sender would have chosen.
 */
export const createAddressReader = (setting: TrustedProxies | false) => {
  const isTrusted = createProxyTrust(setting)
  return (request: Addressed): string => {
    let address = unmapped(request.socket.remoteAddress ?? '')
    if (isTrusted === false) return address
    let hop = 0
    for (const entry of namedBy(request)) {
      const named = isTrusted(address, hop) ? readAddress(entry) : null
      if (named === null) break
      address = named
      hop += 1
    }
    return address
  }
}
