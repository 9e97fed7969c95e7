import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'
import { plainAddressOf } from './guard/address-rules.ts'
import type { ProxyPolicy } from './connect/proxy-rules.ts'
import type { AddressPolicy, DeniedAddress, OutboundPolicy } from './policy.ts'
import { hostOf } from './url-rules.ts'

/** Reading them takes a tenth of a millisecond: too long for each call, short enough for each ten seconds. */
const refreshMs = 10_000

type Interfaces = Partial<Record<string, readonly Pick<NetworkInterfaceInfo, 'address' | 'internal'>[]>>

interface SelfAddressesOptions {
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
    .filter((list) => list !== undefined)
    .flat()
    .filter(({ internal }) => !internal)
    .flatMap(({ address }) => plainAddressOf(address)?.text ?? [])

/** What each app's settings say of where this server and its database are. */
export interface ServerSettings {
  databaseUrl: string
  /** Another way to the database; null where there is none. */
  databasePoolerUrl: string | null
  /** Where browsers reach the dashboard. */
  publicOrigin: string
  /** Where callers reach the receivers. */
  receiverOrigin: string
  /** Ports of this machine that only its operator should reach: health and metrics. */
  operatorPorts: readonly number[]
  outboundAllowCidrs: readonly string[]
  /** Null: every connection is made by this machine. */
  outboundProxy: ProxyPolicy | null
}

/**
 * Which addresses no user's call may reach, the same in every process of the product: at saving, in a run, in a
 * notification and in a replay. Whatever ranges are open, the database, the operator's ports and this machine's own
 * addresses stay shut; only the ports of the two public origins can be called at its public addresses.
 */
export const serverPolicy = (
  settings: ServerSettings,
  options: SelfAddressesOptions = {},
): AddressPolicy & Pick<OutboundPolicy, 'proxy'> => {
  const { databaseUrl, databasePoolerUrl, outboundProxy } = settings
  const databases = [databaseUrl, databasePoolerUrl].filter((url) => url !== null).map(databaseOf)
  const proxies = outboundProxy === null ? [] : [proxyAddressOf(outboundProxy)]
  const ownPorts = settings.operatorPorts.map((port) => ({ address: '127.0.0.1', port }))
  return {
    allowCidrs: settings.outboundAllowCidrs,
    proxy: outboundProxy,
    deniedAddresses: [...ownPorts, ...databases, ...proxies],
    // Loopback has more than the database: only its port is shut there.
    deniedHosts: [...databases, ...proxies].map(({ address }) => address).filter((address) => !isLoopbackName(address)),
    selfAddresses: createSelfAddresses(options),
    publicPorts: [settings.publicOrigin, settings.receiverOrigin].map(portOfOrigin),
  }
}

const isLoopbackName = (address: string) => address === 'localhost' || address === '::1' || address.startsWith('127.')

/** A call to the proxy itself could ask it for what this server does not reach otherwise. */
const proxyAddressOf = ({ url }: ProxyPolicy): DeniedAddress => {
  const parsed = new URL(url)
  return { address: hostOf(parsed).toLowerCase(), port: Number(parsed.port || 80) }
}

/** A socket in the file system has no host, or names its directory in the query. */
const databaseOf = (url: string): DeniedAddress => {
  const parsed = new URL(url)
  const { port, searchParams } = parsed
  const host = (hostOf(parsed) || searchParams.get('host'))?.toLowerCase()
  const address = !host || host.startsWith('/') ? 'localhost' : decodeURIComponent(host)
  return { address, port: Number(port || searchParams.get('port') || 5432) }
}

const portOfOrigin = (origin: string): number => {
  const { port, protocol } = new URL(origin)
  return Number(port || (protocol === 'https:' ? 443 : 80))
}
