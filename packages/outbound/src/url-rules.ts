import { isIP } from 'node:net'
import { createAddressRules, type AddressRules } from './guard/address-rules.ts'
import { isDeniedPort, isLocalhost, isLocalName, loopbackAddresses } from './guard/deny-lists.ts'
import { blockedAddress } from './outbound-error.ts'
import type { AddressPolicy } from './policy.ts'

export type UriVerdict = { ok: true } | { ok: false; message: string }

export interface UrlRules {
  check: (url: URL) => UriVerdict
}

const accepted: UriVerdict = { ok: true }
const rejected = (message: string): UriVerdict => ({ ok: false, message })
const blocked = rejected(blockedAddress().message)

/** Longer addresses are refused before they are parsed, wherever they come from: a redirect's may have 64 KB. */
export const maxUriLength = 2048

/** A name has 253 characters at most (RFC 1035, section 2.3.4). */
const maxHostLength = 255

/** Without the brackets of an IPv6 address and without a name's final dots. */
export const hostOf = ({ hostname }: URL) => {
  if (hostname.startsWith('[')) return hostname.slice(1, -1)
  let end = hostname.length
  while (end > 0 && hostname[end - 1] === '.') end -= 1
  return hostname.slice(0, end)
}

export const portOf = (url: URL) => (url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port))

const hostMatcher = (patterns: readonly string[]) => {
  const names = new Set(patterns.map((name) => name.toLowerCase()))
  const suffixes = patterns.filter((pattern) => pattern.startsWith('*.')).map((name) => name.slice(1).toLowerCase())
  return (host: string) => names.has(host) || suffixes.some((suffix) => host.endsWith(suffix))
}

const ownNames = (policy: AddressPolicy) =>
  new Set((policy.deniedAddresses ?? []).map(({ address, port }) => `${address.toLowerCase()}:${port}`))

/** What can be decided about a URL without resolving its host. */
export const createUrlRules = (policy: AddressPolicy, addresses: AddressRules): UrlRules => {
  const isDeniedHost = hostMatcher(policy.deniedHosts ?? [])
  const own = ownNames(policy)

  const checkHost = (host: string, port: number): UriVerdict => {
    if (isIP(host) !== 0) return addresses.isAllowed(host, port) ? accepted : blocked
    if (isDeniedHost(host) || own.has(`${host}:${port}`)) return blocked
    if (isLocalhost(host))
      return loopbackAddresses.some((one) => addresses.isAllowlisted(one, port)) ? accepted : blocked
    // Where the operator has opened something, the look-up decides: a local name may lead there only.
    return isLocalName(host) && !addresses.hasAllowlist ? blocked : accepted
  }

  return {
    check: (url) => {
      if (url.hostname.length > maxHostLength) return rejected('The host name of the address is too long.')
      if (url.protocol !== 'http:' && url.protocol !== 'https:')
        return rejected('Enter a URL starting with http:// or https://.')
      if (url.username !== '' || url.password !== '')
        return rejected('Put the username and password under Basic authentication, not in the URL.')
      const host = hostOf(url)
      if (host === '') return rejected('The address has no host name.')
      const port = portOf(url)
      if (isDeniedPort(port)) return rejected(`Port ${port} cannot be called.`)
      return checkHost(host, port)
    },
  }
}

/** Null for what is no address, or too long to be looked at. */
export const parseUri = (uri: string, base?: string): URL | null =>
  uri.length > maxUriLength ? null : URL.parse(uri, base)

const unreadable = (uri: string) =>
  rejected(uri.length > maxUriLength ? `The URL has more than ${maxUriLength} characters.` : 'This is not a valid URL.')

/** For saving: refuses what a call would refuse without a look-up, so that the user sees the error at once. */
export const createUriCheck = (policy: AddressPolicy) => {
  const rules = createUrlRules(policy, createAddressRules(policy))
  return (uri: string): UriVerdict => {
    const url = parseUri(uri)
    return url === null ? unreadable(uri) : rules.check(url)
  }
}

/** The check of a server whose operator has opened nothing. */
export const checkUri = createUriCheck({ allowCidrs: [] })
