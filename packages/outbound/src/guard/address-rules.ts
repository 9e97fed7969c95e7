import { BlockList, isIP, SocketAddress } from 'node:net'
import type { HostResolver } from '../connect/resolve-host.ts'
import {
  deniedV4,
  deniedV6,
  isLocalhost,
  isLocalName,
  loopbackAddresses,
  metadataAddresses,
  publicV6,
} from './deny-lists.ts'
import { blockedAddress } from '../outbound-error.ts'
import type { AddressPolicy, DeniedAddress } from '../policy.ts'

interface PlainAddress {
  /** The one canonical spelling. */
  text: string
  family: 'ipv4' | 'ipv6'
}

export interface AddressRules {
  /** Whether a connection may go to this address; false also for what is no address at all. */
  isAllowed: (address: string, port: number) => boolean
  /** Whether the operator has opened it: what local names must resolve to. */
  isAllowlisted: (address: string, port: number) => boolean
  hasAllowlist: boolean
}

const mappedV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/

/** Null for what is no address. An IPv4 address mapped into IPv6 comes back as IPv4, to be judged as what it reaches. */
export const plainAddressOf = (address: string): PlainAddress | null => {
  const version = isIP(address)
  if (version === 4) return { text: address, family: 'ipv4' }
  if (version === 0) return null
  const withoutZone = address.replace(/%.*/, '')
  const text = new SocketAddress({ address: withoutZone, family: 'ipv6' }).address
  const mapped = mappedV4.exec(text)?.[1]
  return mapped === undefined ? { text, family: 'ipv6' } : { text: mapped, family: 'ipv4' }
}

const isPublic = ({ text, family }: PlainAddress) =>
  family === 'ipv4' ? !deniedV4.check(text, family) : publicV6.check(text, family) && !deniedV6.check(text, family)

const readRange = (range: string) => {
  const [text, prefixText] = splitOnce(range.trim(), '/')
  const address = plainAddressOf(text)
  if (address === null) throw notARange(range)
  const bits = address.family === 'ipv4' ? 32 : 128
  if (prefixText === null) return { address, prefix: bits, bits }
  const prefix = Number(prefixText)
  if (!/^\d{1,3}$/.test(prefixText) || prefix > bits) throw notARange(range)
  return { address, prefix, bits }
}

/** Whether an allowlist may have this entry. */
export const isAddressRange = (range: string): boolean => {
  try {
    readRange(range)
    return true
  } catch {
    return false
  }
}

const notARange = (range: string) => new Error(`"${range}" is not an address or a range of addresses.`)

/** What stands before the first separator and behind it; null where there is none. */
const splitOnce = (text: string, separator: string): [string, string | null] => {
  const at = text.indexOf(separator)
  return at === -1 ? [text, null] : [text.slice(0, at), text.slice(at + separator.length)]
}

/** Reads the operator's exceptions; throws on one that cannot be read, since a silent one would surprise later. */
const readAllowlist = (ranges: readonly string[]) => {
  const named = new Set<string>()
  const list = new BlockList()
  for (const range of ranges) {
    const { address, prefix, bits } = readRange(range)
    if (prefix === bits) named.add(address.text)
    list.addSubnet(address.text, prefix, address.family)
  }
  return { named, list }
}

const isLoopback = (text: string) => text.startsWith('127.') || text === '::1'
const isAnyInterface = (text: string) => text.startsWith('0.') || text === '::'

/**
 * This server's own endpoints. One on loopback is shut under each of loopback's addresses,
 * since 127.0.0.2 and 0.0.0.0 reach a server that listens on all of them.
 */
const readOwnEndpoints = (endpoints: readonly DeniedAddress[]) => {
  const loopbackPorts = new Set<number>()
  const exact = new Set<string>()
  for (const { address, port } of endpoints) {
    const text = address === 'localhost' ? '127.0.0.1' : plainAddressOf(address)?.text
    if (text === undefined) continue
    if (isLoopback(text) || isAnyInterface(text)) loopbackPorts.add(port)
    exact.add(`${text}|${port}`)
  }
  return ({ text }: PlainAddress, port: number) =>
    exact.has(`${text}|${port}`) || (loopbackPorts.has(port) && (isLoopback(text) || isAnyInterface(text)))
}

export const createAddressRules = (policy: AddressPolicy): AddressRules => {
  const { named, list } = readAllowlist(policy.allowCidrs)
  const isOwn = readOwnEndpoints(policy.deniedAddresses ?? [])
  const { selfAddresses = () => new Set() } = policy
  const publicPorts = new Set(policy.publicPorts)

  const isOfThisMachine = ({ text }: PlainAddress) => selfAddresses().has(text)
  const isInOpening = (address: PlainAddress) => {
    if (named.has(address.text)) return true
    if (metadataAddresses.has(address.text) || isOfThisMachine(address)) return false
    return list.check(address.text, address.family)
  }
  const isReachablePublicly = (address: PlainAddress, port: number) =>
    isPublic(address) && !metadataAddresses.has(address.text) && (publicPorts.has(port) || !isOfThisMachine(address))

  return {
    hasAllowlist: policy.allowCidrs.length > 0,
    isAllowed: (address, port) => {
      const plain = plainAddressOf(address)
      if (plain === null || isOwn(plain, port)) return false
      return isInOpening(plain) || isReachablePublicly(plain, port)
    },
    isAllowlisted: (address, port) => {
      const plain = plainAddressOf(address)
      return plain !== null && !isOwn(plain, port) && isInOpening(plain)
    },
  }
}

/** Each is tried in turn, so a longer list would eat the deadline. */
const addressesUsed = 8

const orBlocked = (addresses: readonly string[]) => {
  if (addresses.length === 0) throw blockedAddress()
  return addresses
}

/** Where a connection to this host may go. One denied address among a name's refuses them all. */
export const vettedAddresses = async (host: string, port: number, rules: AddressRules, resolver: HostResolver) => {
  if (isIP(host) !== 0) return orBlocked(rules.isAllowed(host, port) ? [host] : [])
  if (isLocalhost(host)) return orBlocked(loopbackAddresses.filter((address) => rules.isAllowlisted(address, port)))
  const isVetted = isLocalName(host) ? rules.isAllowlisted : rules.isAllowed
  const addresses = await resolver.addressesOf(host)
  return orBlocked(addresses.every((address) => isVetted(address, port)) ? addresses.slice(0, addressesUsed) : [])
}
