import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** A target on loopback, with what it saw. */
export interface Target {
  port: number
  origin: string
  /** Sockets that are open now. */
  sockets: Set<Socket>
  /** Sockets that were ever opened. */
  connectionCount: number
  close: () => Promise<void>
}

const track = async (server: Server, scheme: string, address = '127.0.0.1'): Promise<Target> => {
  const sockets = new Set<Socket>()
  server.listen(0, address)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const target: Target = {
    port,
    origin: `${scheme}://${address}:${port}`,
    sockets,
    connectionCount: 0,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  server.on('connection', (socket: Socket) => {
    target.connectionCount += 1
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
  })
  return target
}

type OnRequest = (request: IncomingMessage, response: ServerResponse) => unknown

const listenerOf = (onRequest: OnRequest) => (request: IncomingMessage, response: ServerResponse) =>
  void onRequest(request, response)

export const startHttp = (onRequest: OnRequest, address?: string) =>
  track(createServer(listenerOf(onRequest)), 'http', address)

export const startHttps = (certificate: { key: string; cert: string }, onRequest: OnRequest) =>
  track(createTlsServer(certificate, listenerOf(onRequest)), 'https')

/** Speaks whatever the test writes; `onRequest` is called for each piece that comes. */
export const startRaw = (onRequest: (socket: Socket, received: string) => unknown) =>
  track(
    createTcpServer((socket) => socket.on('data', (chunk) => onRequest(socket, chunk.toString('latin1')))),
    'http',
  )

/** Calls `onConnect` as soon as somebody is there. */
export const startTcp = (onConnect: (socket: Socket) => void) => track(createTcpServer(onConnect), 'http')

export const bodyOf = async (request: IncomingMessage) => Buffer.concat(await request.toArray()).toString()
