import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ProviderCall {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

interface ProviderAnswer {
  status?: number
  headers?: Record<string, string>
  body?: string
}

export interface Provider {
  origin: string
  calls: ProviderCall[]
  /** How calls are answered from now on: `silence` never. */
  answer: (answer: ProviderAnswer | 'silence') => void
  close: () => Promise<void>
}

/** A provider on loopback that answers as the test says. */
export const startProvider = async (): Promise<Provider> => {
  const calls: ProviderCall[] = []
  let answer: ProviderAnswer | 'silence' = {}
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).map(String).join('')
    const { method = '', url: path = '', headers } = request
    calls.push({ method, path, headers, body })
    if (answer !== 'silence') response.writeHead(answer.status ?? 200, answer.headers).end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    answer: (next) => void (answer = next),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
