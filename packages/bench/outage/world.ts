import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net'
import { startDatabase } from '../chaos/world/database.ts'
import { printed, startChild } from '../parts/child.ts'
import { mainFiles, type Programs } from '../restore/product.ts'
import type { NetworkNamespace } from './network-namespace.ts'

/** One server at each address, on one port. Keeps the paths that hooks were called at. */
const startTargets = async (addresses: readonly string[]) => {
  const hooks: string[] = []
  const start = async (address: string, port: number) => {
    const server = createServer((request, response) => {
      const { method, url = '' } = request
      if (method === 'POST') hooks.push(url)
      response.end('ok')
    })
    server.listen(port, address)
    await once(server, 'listening')
    return server
  }
  const [first = '', ...others] = addresses
  const server = await start(first, 0)
  const { port } = server.address() as AddressInfo
  const servers = [server]
  for (const address of others) servers.push(await start(address, port))
  const stop = (at: number) => {
    servers[at]?.close()
    servers[at]?.closeAllConnections()
  }
  const stopAll = () => {
    for (const at of servers.keys()) stop(at)
  }
  return { port, hooks, stop, stopAll }
}

/** The database listens on loopback alone, which each network has its own of. */
const startRelay = async (address: string, port: number) => {
  const server = createTcpServer((socket) => {
    const upstream = connect(port, '127.0.0.1')
    socket.pipe(upstream).pipe(socket)
    for (const one of [socket, upstream]) {
      one.on('error', () => {})
      one.on('close', () => {
        socket.destroy()
        upstream.destroy()
      })
    }
  })
  server.listen(0, address)
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, stop: () => void server.close() }
}

/** A database, targets, and an executor whose network is the namespace's. */
export const startWorld = async (namespace: NetworkNamespace, programs: Programs) => {
  const { databaseAddress, ownAddress, targetAddresses } = namespace
  const database = await startDatabase()
  const relay = await startRelay(databaseAddress, Number(new URL(database.url).port))
  const targets = await startTargets(targetAddresses)
  const url = new URL(database.url)
  url.host = `${databaseAddress}:${relay.port}`
  const child = startChild(
    `../../apps/executor/${mainFiles[programs]}`,
    [],
    {
      DATABASE_URL: url.href,
      ENCRYPTION_KEY: database.encryptionKey,
      KNOCKWIRE_EMBEDDED: '1',
      EXECUTOR_PORT: '0',
      EXECUTOR_OPERATOR_PORT: '0',
      OPERATOR_HOST: ownAddress,
      OUTBOUND_ALLOW_CIDRS: targetAddresses.join(','),
      RATE_SOURCES: 'none',
    },
    namespace.command,
  )
  const { operatorPort } = await printed<{ msg: string; operatorPort: number }>(
    child,
    ({ msg }) => msg === 'executor started',
  )
  return {
    pool: database.pool,
    targets,
    metric: async (name: string): Promise<number> => {
      const text = await (await fetch(`http://${ownAddress}:${operatorPort}/metrics`)).text()
      const line = text.split('\n').find((one) => one.startsWith(`${name} `))
      return Number(line?.split(' ').at(-1) ?? 0)
    },
    stop: async () => {
      await child.stop()
      targets.stopAll()
      relay.stop()
      await database.stop()
    },
  }
}

export type World = Awaited<ReturnType<typeof startWorld>>
