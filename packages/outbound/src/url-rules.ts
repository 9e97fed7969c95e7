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

/** Without the brackets of an IPv6 address and without a name's final dots. */
export const hostOf = (url: URL) => {
  const { hostname } = url
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname.replace(/\.+$/, '')
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
      if (url.protocol !== 'http:' && url.protocol !== 'https:')
        return rejected('Enter a URL starting with http:// or https://.')
      if (url.username !== '' || url.password !== '')
        return rejected('A user name and password cannot stand in the address. Use basic authentication instead.')
      const host = hostOf(url)
      if (host === '') return rejected('The address has no host name.')
      const port = portOf(url)
      if (isDeniedPort(port)) return rejected(`Port ${port} cannot be called.`)
      return checkHost(host, port)
    },
  }
}

export const parseUri = (uri: string): URL | null => URL.parse(uri)

/** For saving: refuses what a call would refuse without a look-up, so that the user hears of it at once. */
export const createUriCheck = (policy: AddressPolicy) => {
  const rules = createUrlRules(policy, createAddressRules(policy))
  return (uri: string): UriVerdict => {
    const url = parseUri(uri)
    return url === null ? rejected('This is not a valid URL.') : rules.check(url)
  }
}

/** The check of a server whose operator has opened nothing. */
export const checkUri = createUriCheck({ allowCidrs: [] })
