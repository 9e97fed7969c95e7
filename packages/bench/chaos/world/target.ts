import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { SeenCall, SeenHook } from '@knockwire/db/testing/invariants/record'
import type { SeenAlert } from '@knockwire/db/testing/invariants/heartbeats/record'
import { sleep } from '../../parts/bench.ts'
import { type Completer, createCompleter } from './complete-later.ts'

type Behaviour = 'answer' | 'hang' | 'reset' | 'drip'

export interface Target {
  origin: string
  /** With the path that was called. */
  calls: (SeenCall & { path: string })[]
  hooks: SeenHook[]
  /** Notifications about heartbeats. */
  alerts: SeenAlert[]
  completer: Completer
  behave: (behaviour: Behaviour) => void
  stop: () => Promise<void>
}

/** Of each fifth task, by the number in its path, each third call is answered with 500. */
export const isSometimesFailing = (task: number) => task % 5 === 0

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** What tasks and notifications call; it notes every call as it comes, and what it answered once that has gone out whole. */
export const startTarget = async (receiverOrigin: string): Promise<Target> => {
  let behaviour: Behaviour = 'answer'
  const calls: Target['calls'] = []
  const hooks: SeenHook[] = []
  const alerts: SeenAlert[] = []
  const completer = createCompleter(receiverOrigin)
  const callsOf = new Map<string, number>()

  const drip = async (response: ServerResponse) => {
    response.write('d')
    while (behaviour === 'drip' && !response.destroyed) {
      await sleep(250)
      response.write('d')
    }
    response.end()
  }
  const answer = async (response: ServerResponse, seen: { answered: number | null }, status: number) => {
    response.once('finish', () => (seen.answered = status))
    if (behaviour === 'hang') return
    if (behaviour === 'reset') return void response.destroy()
    response.statusCode = status
    if (behaviour === 'drip') return drip(response)
    await sleep(20 + (calls.length % 7) * 25)
    response.end('{"status":"ok"}')
  }
  const statusOf = (path: string) => {
    const count = (callsOf.get(path) ?? 0) + 1
    callsOf.set(path, count)
    return isSometimesFailing(Number(path.split('/').at(-1))) && count % 3 === 0 ? 500 : 200
  }
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const { url: path = '', method = '', headers } = request
    const atMs = Date.now()
    response.on('error', () => {})
    const body = (await request.toArray()).map(String).join('')
    if (path === '/hook') {
      const subjectId = body.match(uuid)?.at(-1) ?? ''
      const hook: SeenHook = { webhookId: String(headers['webhook-id']), subjectId, atMs, answered: null }
      hooks.push(hook)
      return answer(response, hook, 200)
    }
    if (path === '/alert') {
      const alert: SeenAlert = { webhookId: String(headers['webhook-id']), atMs, answered: null }
      alerts.push(alert)
      return answer(response, alert, 200)
    }
    const call = { executionId: String(headers['knockwire-execution-id']), method, path, atMs, answered: null }
    calls.push(call)
    const address = headers['knockwire-complete']
    if (typeof address !== 'string') return answer(response, call, statusOf(path))
    if (behaviour === 'answer') completer.accept(call.executionId, address)
    return answer(response, call, 202)
  }

  const server = createServer((request, response) => void receive(request, response).catch(() => response.destroy()))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  return {
    origin: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    calls,
    hooks,
    alerts,
    completer,
    behave: (next) => void (behaviour = next),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}
