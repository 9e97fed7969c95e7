import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { Settings } from '../../settings.ts'
import { createProxyTrust } from '../../trusted-proxies.ts'

/** An IPv4 client of an IPv6 socket is shown as what it is. */
const unmapped = (address: string) => (address.startsWith('::ffff:') ? address.slice(7) : address)

/** What stands in a header instead of an address is kept no longer than this. */
const maxLength = 100

type Addressed = Pick<IncomingMessage, 'headers' | 'socket'>

/** Who sent a request: the socket's other end, or, as far as proxies are trusted, whom they name. */
export const createAddressReader = (setting: Settings['trustProxy']) => {
  const trust = createProxyTrust(setting)
  return (request: Addressed): string => {
    const socketAddress = request.socket.remoteAddress ?? ''
    // The library reads these two properties of a request only.
    const address = trust === false ? socketAddress : proxyAddr(request as IncomingMessage, trust)
    return unmapped(address).slice(0, maxLength)
  }
}
