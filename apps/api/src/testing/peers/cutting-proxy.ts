import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A proxy that closes each connection after so many bytes of answers, in the middle of whatever is on its way. */
export const startCuttingProxy = async (origin: string, bytes: number) => {
  const { hostname, port } = new URL(origin)
  let cuts = 0
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    let leftBytes = bytes
    near.pipe(far)
    far.on('data', (piece) => {
      near.write(piece.subarray(0, leftBytes))
      leftBytes -= piece.length
      if (leftBytes > 0) return
      cuts += 1
      near.destroy()
      far.destroy()
    })
    far.on('close', () => near.destroy())
    near.on('close', () => far.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, cuts: () => cuts }
}
