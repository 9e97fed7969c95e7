import { isIP, type Socket } from 'node:net'
import type { Deadline } from '../call/deadline.ts'
import { type AddressRules, vettedAddresses } from '../guard/address-rules.ts'
import { blockedAddress, connectionReset } from '../outbound-error.ts'
import { hostOf, portOf } from '../url-rules.ts'
import { openTcp } from './open-tcp.ts'
import { openTls } from './open-tls.ts'
import { openTunnel } from './open-tunnel.ts'
import type { ProxyRules } from './proxy-rules.ts'
import type { HostResolver } from './resolve-host.ts'

export interface Endpoint {
  host: string
  port: number
  isTls: boolean
  servername: string
  isInsecureAllowed: boolean
}

export interface ConnectTiming {
  dnsMs: number | null
  connectMs: number | null
  tlsMs: number | null
}

interface OpenedSocket {
  socket: Socket
  timing: ConnectTiming
}

/** The last check: whatever was resolved, this is where the connection went. */
export const checkPeer = (socket: Socket, rules: Pick<AddressRules, 'isAllowed'>) => {
  const { remoteAddress, remotePort = 0 } = socket
  if (remoteAddress !== undefined && rules.isAllowed(remoteAddress, remotePort)) return
  socket.destroy()
  throw remoteAddress === undefined ? connectionReset() : blockedAddress()
}

/** The only place of the product that opens a connection to an address of a user's. */
export class SocketOpener {
  readonly #rules: AddressRules
  readonly #resolver: HostResolver
  readonly #proxies: ProxyRules | null

  constructor(rules: AddressRules, resolver: HostResolver, proxies: ProxyRules | null = null) {
    this.#rules = rules
    this.#resolver = resolver
    this.#proxies = proxies
  }

  async open(endpoint: Endpoint, deadline: Deadline): Promise<OpenedSocket> {
    const { host, port, isTls } = endpoint
    const startedAt = performance.now()
    const addresses = await this.#lookUp(host, port, deadline)
    const resolvedAt = performance.now()
    const tcp = await this.#connect(host, port, addresses, deadline)
    const connectedAt = performance.now()
    const socket = isTls ? await openTls(tcp, endpoint, deadline) : tcp
    const timing = {
      dnsMs: resolvedAt - startedAt,
      connectMs: connectedAt - resolvedAt,
      tlsMs: isTls ? performance.now() - connectedAt : null,
    }
    return { socket, timing }
  }

  /** Through the proxy, the connection's peer is the proxy, which gets the address that was vetted. */
  async #connect(host: string, port: number, addresses: readonly string[], deadline: Deadline): Promise<Socket> {
    const proxies = this.#proxies
    if (proxies !== null && !proxies.isDirect(host, port, addresses))
      return openTunnel(addresses, port, proxies.proxy, deadline)
    const tcp = await openTcp(addresses, port, deadline)
    checkPeer(tcp, this.#rules)
    return tcp
  }

  #lookUp(host: string, port: number, deadline: Deadline) {
    return deadline.step<readonly string[]>('lookup', ({ resolve, reject }) => {
      vettedAddresses(host, port, this.#rules, this.#resolver).then(resolve, reject)
      return undefined
    })
  }
}

export const endpointOf = (url: URL, isInsecureAllowed: boolean): Endpoint => {
  const host = hostOf(url)
  return {
    host,
    port: portOf(url),
    isTls: url.protocol === 'https:',
    servername: isIP(host) === 0 ? host : '',
    isInsecureAllowed,
  }
}
