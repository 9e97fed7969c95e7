import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below what systems give to outgoing connections (32768 on Linux), one of which could take a port before its server does. */
const range = { from: 20_000, to: 32_000 }
const given = new Set<number>()

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer().listen(port, '127.0.0.1')
  const isListening = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  server.close()
  return isListening
}

/** A port of loopback that nothing listens on, and that this process was not given before. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(range.from, range.to)
    if (given.has(port) || !(await isFree(port))) continue
    given.add(port)
    return port
  }
}
