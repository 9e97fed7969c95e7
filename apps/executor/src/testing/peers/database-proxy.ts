import { connect, createServer, type Socket } from 'node:net'

export interface DatabaseProxy {
  /** The database's URL by way of the proxy. */
  url: string
  /** The connections that there are fall silent, and stay open; new ones work. */
  silence: () => void
  close: () => Promise<void>
}

interface Pair {
  client: Socket
  server: Socket
}

/** What lies between two machines, one of which may be gone without a word. */
export const startDatabaseProxy = async (databaseUrl: string): Promise<DatabaseProxy> => {
  const { hostname, port } = new URL(databaseUrl)
  const pairs = new Set<Pair>()
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname)
    const pair = { client, server }
    pairs.add(pair)
    client.pipe(server)
    server.pipe(client)
    const end = () => {
      pairs.delete(pair)
      client.destroy()
      server.destroy()
    }
    for (const socket of [client, server]) socket.on('error', end).on('close', end)
  })
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve)
  })
  const address = proxy.address()
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(typeof address === 'object' && address ? address.port : 0)
  return {
    url: url.href,
    silence: () => {
      for (const { client, server } of pairs) {
        client.unpipe(server).resume()
        server.unpipe(client).resume()
      }
    },
    close: async () => {
      for (const { client, server } of pairs) for (const socket of [client, server]) socket.destroy()
      await new Promise((resolve) => {
        proxy.close(resolve)
      })
    },
  }
}
