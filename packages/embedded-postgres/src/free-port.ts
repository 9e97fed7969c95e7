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

/** `preferred` if nothing listens on it on loopback, else another such port, which this process was not given before. Throws where none is left. */
export const freePort = async (preferred?: number): Promise<number> => {
  if (preferred !== undefined && (await isFree(preferred))) return preferred
  while (given.size < range.to - range.from) {
    const port = randomInt(range.from, range.to)
    if (given.has(port)) continue
    given.add(port)
    if (await isFree(port)) return port
  }
  throw new Error(`No port from ${range.from} to ${range.to} is free on 127.0.0.1.`)
}
