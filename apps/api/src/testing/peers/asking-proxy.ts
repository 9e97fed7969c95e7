import { once } from 'node:events'
import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A proxy that waits for what is done before each request, and then passes it on. @returns its own origin */
export const startAskingProxy = async (
  origin: string,
  before: (call: { method: string; path: string }) => Promise<void>,
): Promise<string> => {
  const server = createServer((request, response) => {
    const { method = '', url: path = '', headers } = request
    const passOn = () =>
      new Promise<void>((resolve, reject) => {
        const far = send(new URL(path, origin), { method, headers, agent: false }, (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(response).on('finish', resolve)
        })
        far.on('error', reject)
        request.pipe(far)
      })
    // What fails here is seen by the caller as a lost connection.
    before({ method, path })
      .then(passOn)
      .catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
