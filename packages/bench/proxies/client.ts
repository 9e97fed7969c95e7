import { Agent, type Dispatcher, request } from 'undici'
import { names } from './proxies.ts'

interface Answer {
  status: number
  headers: Dispatcher.ResponseData['headers']
  text: string
  /** Milliseconds to the first byte of the body and to its end. */
  firstByteMs: number
  totalMs: number
}

interface Call {
  method?: string
  body?: string | Buffer
  headers?: Record<string, string>
}

/** Calls the two names over TLS, wherever they lead: all of them are this machine's. */
export const createClient = (port: number, certificate: string, connections: number) => {
  const agent = new Agent({
    connections,
    // As most senders of webhooks; where streams share a connection, a client repeats what a proxy refused.
    allowH2: false,
    connect: {
      ca: certificate,
      lookup: (_host, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
    },
  })
  const call = async (name: keyof typeof names, path: string, { method = 'GET', body, headers }: Call = {}) => {
    const startedAt = performance.now()
    const answer = await request(`https://${names[name]}:${port}${path}`, {
      dispatcher: agent,
      method,
      ...(body !== undefined && { body }),
      ...(headers !== undefined && { headers }),
    })
    let firstByteMs = 0
    const parts: Buffer[] = []
    for await (const part of answer.body) {
      firstByteMs ||= performance.now() - startedAt
      parts.push(part as Buffer)
    }
    const { statusCode: status, headers: answered } = answer
    const text = Buffer.concat(parts).toString()
    return { status, headers: answered, text, firstByteMs, totalMs: performance.now() - startedAt } satisfies Answer
  }
  return { call, close: () => agent.destroy() }
}

export type Client = ReturnType<typeof createClient>
