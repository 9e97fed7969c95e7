import { createServer, type Socket } from 'node:net'
import { once } from 'node:events'

/** A request as its bytes had it; texts have one character a byte. */
export interface SunkRequest {
  method: string
  target: string
  headers: [name: string, value: string][]
  body: Buffer
}

/** A server that keeps what it is sent, byte for byte, and answers each request with an empty 200. */
export async function startByteSink() {
  const requests: SunkRequest[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    let received = Buffer.alloc(0)
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk])
      const request = readRequest(received)
      if (request === null) return
      requests.push(request)
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The sink has no port.')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    /** What came since the last call. */
    take: () => requests.splice(0),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Null until the request is whole. */
function readRequest(received: Buffer): SunkRequest | null {
  const end = received.indexOf('\r\n\r\n')
  if (end === -1) return null
  const [first = '', ...lines] = received.toString('latin1', 0, end).split('\r\n')
  const [, method = '', target = ''] = /^(\S+) (.*) HTTP\/1\.1$/s.exec(first) ?? []
  const headers = lines.map((line): [string, string] => {
    const at = line.indexOf(':')
    return [line.slice(0, at), line.slice(at + 1).replaceAll(/^[ \t]+|[ \t]+$/g, '')]
  })
  const length = headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1] ?? '0'
  const body = received.subarray(end + 4)
  return body.length < Number(length) ? null : { method, target, headers, body }
}
