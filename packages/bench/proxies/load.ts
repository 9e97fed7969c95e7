import { sleep } from '../parts/bench.ts'
import type { Client } from './client.ts'

export interface LoadSeen {
  webhooks: number
  calls: number
  /** What was answered with 500 and above, or not at all: status or reason, with how many. */
  failures: Record<string, number>
  /** Webhooks that were answered with 200. */
  acknowledged: number
  longestMs: number
}

/** Between two requests of one of the loops, so that the load is steady and the machine is not full. */
const pauseMs = 20

/** Sends webhooks and calls through the proxy, in so many loops each, until `stop`. */
export const startLoad = (client: Client, tokens: readonly string[], loops: number) => {
  const seen: LoadSeen = { webhooks: 0, calls: 0, failures: {}, acknowledged: 0, longestMs: 0 }
  let isStopped = false

  const note = async (kind: 'webhooks' | 'calls', call: () => ReturnType<Client['call']>) => {
    const startedAt = performance.now()
    seen[kind] += 1
    let failure: string | null
    try {
      const { status, text } = await call()
      failure = status >= 500 ? `${status} ${text.slice(0, 100)}`.trim() : null
      if (kind === 'webhooks' && status === 200) seen.acknowledged += 1
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error)
    }
    if (failure !== null) seen.failures[failure] = (seen.failures[failure] ?? 0) + 1
    seen.longestMs = Math.max(seen.longestMs, Math.round(performance.now() - startedAt))
  }

  const loop = async (kind: 'webhooks' | 'calls', at: number) => {
    for (let count = at; !isStopped; count += loops) {
      const token = tokens[count % tokens.length] ?? ''
      await note(kind, () =>
        kind === 'webhooks'
          ? client.call('receivers', `/r/${token}`, { method: 'POST', body: `webhook ${count}` })
          : client.call('dashboard', '/api/v1/instance'),
      )
      await sleep(pauseMs)
    }
  }

  const running = Promise.all(
    Array.from({ length: loops }, (_, at) => [loop('webhooks', at), loop('calls', at)]).flat(),
  )
  return {
    stop: async (): Promise<LoadSeen> => {
      isStopped = true
      await running
      return seen
    },
  }
}
