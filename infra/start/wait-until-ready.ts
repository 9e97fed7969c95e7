import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'

const timeoutMs = 60_000
const intervalMs = 25

/** By Node's own client: `fetch` refuses ports that browsers block (6000, for one), on which an app may well listen. */
const ask = async (url: string): Promise<string | null> => {
  try {
    const request = get(url, { signal: AbortSignal.timeout(2000), agent: false })
    const [response]: IncomingMessage[] = await once(request, 'response')
    if (response === undefined) return 'no answer'
    const body = await text(response)
    return response.statusCode === 200 ? null : `${response.statusCode} ${body}`
  } catch {
    return 'no answer'
  }
}

/** Resolves once `url` answers that its app is ready. */
export const waitUntilReady = async (name: string, url: string, signal: AbortSignal): Promise<void> => {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const problem = await ask(url)
    if (problem === null) return
    if (performance.now() > deadline)
      throw new Error(`The ${name} is not ready after ${timeoutMs / 1000} s: ${problem}.`)
    await delay(intervalMs, undefined, { signal })
  }
}
