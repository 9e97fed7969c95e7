import { type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import type { Deadline } from '../call/deadline.ts'
import { internalError, OutboundError, unreachable } from '../outbound-error.ts'
import type { Proxy } from './proxy-rules.ts'

/** What the proxy's answer to CONNECT means for the user; null where the tunnel is there. */
const tunnelFailure = ({ statusCode = 0, statusMessage = '' }: IncomingMessage): OutboundError | null => {
  if (statusCode >= 200 && statusCode < 300) return null
  const cause = new Error(`The proxy responded with ${statusCode} ${statusMessage} to CONNECT.`)
  if (statusCode === 403)
    return new OutboundError(
      'BLOCKED_ADDRESS',
      'This address cannot be called: the proxy that this server calls through refuses it.',
      cause,
    )
  return statusCode >= 500 ? unreachable(cause) : internalError(cause)
}

const ignore = () => {}

const openTo = (address: string, port: number, proxy: Proxy, deadline: Deadline): Promise<Socket> =>
  deadline.step<Socket>('connect', ({ resolve, reject }) => {
    const target = `${address.includes(':') ? `[${address}]` : address}:${port}`
    const connect = request({
      host: proxy.host,
      port: proxy.port,
      method: 'CONNECT',
      path: target,
      headers: { host: target, ...(proxy.authorization !== null && { 'proxy-authorization': proxy.authorization }) },
      // None that keeps connections or has its own proxy.
      agent: false,
    })
    connect.once('connect', (response, socket: Socket, head) => {
      socket.on('error', ignore)
      const failure = tunnelFailure(response)
      if (failure !== null) {
        socket.destroy()
        return reject(failure)
      }
      socket.setNoDelay(true)
      if (head.length > 0) socket.unshift(head)
      resolve(socket)
    })
    // The proxy itself is out of reach: no target is at fault.
    connect.on('error', (error) => reject(internalError(error)))
    connect.end()
    return () => connect.destroy()
  })

/**
 * A connection through the proxy to the first of the addresses that it reaches. The proxy is given the address that was vetted and never a
 * name, which it might resolve to another one.
 */
export const openTunnel = async (
  addresses: readonly string[],
  port: number,
  proxy: Proxy,
  deadline: Deadline,
): Promise<Socket> => {
  let last: unknown
  for (const address of addresses) {
    try {
      return await openTo(address, port, proxy, deadline)
    } catch (error) {
      // Only this address: the proxy may have no IPv6, say.
      if (!(error instanceof OutboundError) || error.code !== 'CONNECTION_REFUSED') throw error
      last = error
    }
  }
  throw last ?? unreachable()
}
