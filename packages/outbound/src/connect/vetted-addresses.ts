import { isIP } from 'node:net'
import type { AddressRules } from '../address-rules.ts'
import { isLocalhost, isLocalName, loopbackAddresses } from '../local-names.ts'
import { blockedAddress } from '../outbound-error.ts'
import type { HostResolver } from './resolve-host.ts'

/** Each is tried in turn, so a longer list would eat the deadline. */
const addressesUsed = 8

const orRefused = (addresses: readonly string[]) => {
  if (addresses.length === 0) throw blockedAddress()
  return addresses
}

/** Where a connection to this host may go. One denied address among a name's refuses them all. */
export const vettedAddresses = async (host: string, port: number, rules: AddressRules, resolver: HostResolver) => {
  if (isIP(host) !== 0) return orRefused(rules.isAllowed(host, port) ? [host] : [])
  if (isLocalhost(host)) return orRefused(loopbackAddresses.filter((address) => rules.isOpened(address, port)))
  const isVetted = isLocalName(host) ? rules.isOpened : rules.isAllowed
  const addresses = await resolver.addressesOf(host)
  return orRefused(addresses.every((address) => isVetted(address, port)) ? addresses.slice(0, addressesUsed) : [])
}
