import { once } from 'node:events'
import { createServer } from 'node:net'
import { freePort as pickPort } from '@knockwire/embedded-postgres/free-port'

/** Above what Linux gives to outgoing connections. */
const reservations = { from: 61_000, count: 4500 }

/** Listens for as long as this process lives; false where somebody else does. */
const reserve = async (port: number): Promise<boolean> => {
  const server = createServer().unref().listen(port, '127.0.0.1')
  return await once(server, 'listening').then(
    () => true,
    () => false,
  )
}

/** A port of loopback on which nothing listens, and that no other process of the tests is given while this one lives. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = await pickPort()
    if (await reserve(reservations.from + (port % reservations.count))) return port
  }
}
