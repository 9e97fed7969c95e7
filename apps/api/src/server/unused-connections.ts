import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Clients open some connections in reserve, and send on them later or never. */
export const isUnused = (socket: Socket) => socket.bytesRead === 0

/**
 * Closes the connections that have carried nothing yet. An HTTP server that stops counts them as busy, not as idle, and
 * would wait until their clients let go.
 */
export const createUnusedCloser = (server: Server) => {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return () => {
    for (const socket of sockets) {
      if (isUnused(socket)) socket.destroy()
    }
  }
}
