import { createServer, type AddressInfo } from 'node:net'

/** Whether a loopback port can be listened on right now; 0 asks for any. Resolves to the port, or null. */
const probe = (port: number): Promise<number | null> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(null))
    server.listen(port, '127.0.0.1', () => {
      const { port: found } = server.address() as AddressInfo
      server.close(() => resolve(found))
    })
  })

/** `wanted` if it is free on loopback, else any free port. */
export const freePort = async (wanted?: number): Promise<number> => {
  const found = (wanted === undefined ? null : await probe(wanted)) ?? (await probe(0))
  if (found === null) throw new Error('No port is free on 127.0.0.1.')
  return found
}
