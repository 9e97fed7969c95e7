import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os'
import { plainAddressOf } from './address-rules.ts'

/** Reading them takes a tenth of a millisecond: too long for each call, short enough for each ten seconds. */
const refreshMs = 10_000

type Interfaces = Partial<Record<string, readonly Pick<NetworkInterfaceInfo, 'address' | 'internal'>[]>>

export interface SelfAddressesOptions {
  readInterfaces?: () => Interfaces
  /** Milliseconds on any steady clock. */
  now?: () => number
}

/**
 * The addresses of this machine's interfaces but loopback, in their canonical spelling and at most ten seconds old:
 * an address can come and go while the server runs (DHCP, a VPN, a failover address).
 */
export const createSelfAddresses = ({
  readInterfaces = networkInterfaces,
  now = () => performance.now(),
}: SelfAddressesOptions = {}): (() => ReadonlySet<string>) => {
  let addresses: ReadonlySet<string> = new Set()
  let expiresAt = -Infinity
  return () => {
    if (now() < expiresAt) return addresses
    expiresAt = now() + refreshMs
    addresses = new Set(externalAddresses(readInterfaces()))
    return addresses
  }
}

const externalAddresses = (interfaces: Interfaces) =>
  Object.values(interfaces)
    .flatMap((list) => list ?? [])
    .filter(({ internal }) => !internal)
    .flatMap(({ address }) => plainAddressOf(address)?.text ?? [])
