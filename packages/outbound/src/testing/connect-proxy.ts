import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

/** A proxy on loopback that knows CONNECT alone. */
export interface ConnectProxy {
  url: string
  /** What it was asked for, `93.184.215.14:443`, in order. */
  targets: string[]
  /** The credentials that came with each. */
  authorizations: (string | undefined)[]
  close: () => Promise<void>
}

/**
 * Leads every tunnel to `toPort` of loopback, whatever address was asked for, or refuses it with the status code that `statusOf` gives;
 * null leaves it unanswered.
 */
export const startConnectProxy = async (
  toPort: number,
  statusOf: (target: string, request: IncomingMessage) => number | null = () => 200,
): Promise<ConnectProxy> => {
  const targets: string[] = []
  const authorizations: (string | undefined)[] = []
  const sockets = new Set<Socket>()
  const server = createServer((_request, response) => response.writeHead(405).end())
  server.on('connection', (socket) => sockets.add(socket))
  server.on('connect', (request, client: Socket) => {
    const target = request.url ?? ''
    targets.push(target)
    authorizations.push(request.headers['proxy-authorization'])
    client.on('error', () => {})
    const status = statusOf(target, request)
    if (status === null) return
    if (status !== 200) return void client.end(`HTTP/1.1 ${status} Refused\r\n\r\n`)
    const upstream = connect(toPort, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      client.pipe(upstream).pipe(client)
    })
    sockets.add(upstream)
    upstream.on('error', () => client.destroy())
    client.once('close', () => upstream.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    targets,
    authorizations,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
