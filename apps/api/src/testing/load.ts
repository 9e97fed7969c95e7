import { Agent, request } from 'node:http'

/** What became of a load, identified by the bodies that were sent: each is another. */
export interface Load {
  /** Those that were answered 2xx, to the answer's end. */
  acknowledged: Set<string>
  /** How often each other status was answered, and whether it said when to come again. */
  rejections: Map<string, number>
  /** Those that got no answer. */
  broken: Set<string>
  /** Sends nothing new; resolves when all that was sent is answered, or lost. */
  stop: () => Promise<void>
}

interface Answer {
  status: number
  retryAfter: string | undefined
}

const send = (agent: Agent, url: string, body: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const sending = request(url, { agent, method: 'POST', headers }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] }))
      answer.on('error', reject)
    })
    sending.on('error', reject)
    sending.end(body)
  })

/** Keeps `connections` senders busy, each with one request after the other, over the URLs in turn. */
export const startLoad = (urls: readonly string[], connections = 32): Load => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const load = { acknowledged: new Set<string>(), rejections: new Map<string, number>(), broken: new Set<string>() }
  let isStopping = false
  let count = 0

  const sendOne = async (body: string) => {
    try {
      const { status, retryAfter } = await send(agent, urls[count % urls.length] ?? '', body)
      if (status >= 200 && status < 300) return void load.acknowledged.add(body)
      const kind = `${status}${retryAfter === undefined ? '' : ' with Retry-After'}`
      load.rejections.set(kind, (load.rejections.get(kind) ?? 0) + 1)
    } catch {
      load.broken.add(body)
    }
  }
  const run = async () => {
    while (!isStopping) {
      count += 1
      await sendOne(JSON.stringify({ n: count, padding: 'x'.repeat(count % 700) }))
      // Lets the test's own conditions be looked at, however fast the answers come.
      await new Promise(setImmediate)
    }
  }
  const running = Array.from({ length: connections }, run)
  return {
    ...load,
    stop: async () => {
      isStopping = true
      await Promise.all(running)
      agent.destroy()
    },
  }
}
