import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { clientNetwork } from '../../../access/client/client-network.ts'
import type { MemoryLimits } from './memory-limits.ts'

export interface ConnectionBounds extends Pick<MemoryLimits, 'connections' | 'connectionsByNetwork'> {
  /** Whether others connect through this address: a trusted proxy's connections are not counted as one client's. */
  isProxy: (address: string) => boolean
  /** A connection was closed, since its network has as many as it may. */
  onRejected: () => void
}

/**
 * Bounds the connections in all and by client. What a request holds is counted when its headers are whole; until then
 * only the number of connections bounds what they take.
 */
export const boundConnections = (server: Server, bounds: ConnectionBounds) => {
  const { connections, connectionsByNetwork, isProxy, onRejected } = bounds
  const open = new Map<string, number>()
  server.maxConnections = connections
  server.on('drop', onRejected)
  server.on('connection', (socket: Socket) => {
    const { remoteAddress: address } = socket
    if (address === undefined || isProxy(address)) return
    const network = clientNetwork(address)
    const others = open.get(network) ?? 0
    if (others >= connectionsByNetwork) {
      onRejected()
      socket.destroy()
      return
    }
    open.set(network, others + 1)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left === 0) open.delete(network)
      else open.set(network, left)
    })
  })
}
