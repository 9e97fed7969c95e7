import { connect, createServer, type Socket } from 'node:net'

export interface Forward {
  port: number
  /** New connections go there; those that there are end. */
  switchTo: (port: number) => void
  stop: () => Promise<void>
}

/** An address that stays while what is behind it changes. `delayMs` holds back what comes from behind it. */
export const startForward = async (toPort: number, delayMs = 0): Promise<Forward> => {
  let target = toPort
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1')
    const end = () => {
      for (const socket of [client, upstream]) {
        sockets.delete(socket)
        socket.destroy()
      }
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', end).on('close', end)
    }
    client.pipe(upstream)
    if (delayMs === 0) upstream.pipe(client)
    else upstream.on('data', (chunk) => void setTimeout(() => client.writable && client.write(chunk), delayMs))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const endAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    switchTo: (port) => {
      target = port
      endAll()
    },
    stop: async () => {
      endAll()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}
