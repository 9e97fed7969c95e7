import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface Peer {
  port: number
  stop: () => void
}

/** What tasks and notifications call: 200, but 500 below `/broken`. */
export const startTarget = async (): Promise<Peer> => {
  const server = createHttpServer((request, response) => {
    response.writeHead(request.url?.startsWith('/broken') === true ? 500 : 200).end('ok')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** As much of a mail server (RFC 5321) as takes every mail. */
const answer = (socket: Socket) => {
  let isData = false
  socket.write('220 trial\r\n')
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    const text = chunk.toString()
    if (isData) {
      if (!text.endsWith('\r\n.\r\n')) return
      isData = false
      socket.write('250 taken\r\n')
    } else if (/^DATA/i.test(text)) {
      isData = true
      socket.write('354 go on\r\n')
    } else if (/^QUIT/i.test(text)) socket.end('221 bye\r\n')
    else socket.write('250 trial\r\n'.repeat(text.trimEnd().split('\r\n').length))
  })
}

export const startMailServer = async (): Promise<Peer> => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    answer(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
