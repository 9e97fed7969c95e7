import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

export interface Answer {
  status?: number
  headers?: Record<string, string | string[]>
  body?: string
  /** A target that takes its time. */
  delayMs?: number
}

/** `hang` does not answer until it is released; `reset` breaks the connection off. */
export type Reaction = Answer | 'hang' | 'reset'

interface ReceivedCall {
  method: string
  /** Path and query, as they stood in the request line. */
  url: string
  headers: IncomingHttpHeaders
  body: string
}

/** An address for tasks to call, with whatever path and query behind it. */
export interface Target {
  url: string
  /** What came in, in its order. */
  calls: ReceivedCall[]
  /** From now on it reacts in these ways, the last of which stays. */
  reacts: (...reactions: Reaction[]) => void
  /** Answers the calls that hang. */
  release: (answer: Answer) => void
}

/** A server for tasks to call, on loopback. */
export interface TargetServer {
  origin: string
  target: (...reactions: Reaction[]) => Target
  close: () => Promise<void>
}

interface Place {
  target: Target
  reactions: Reaction[]
  hanging: ServerResponse[]
}

const json = (value: unknown): Answer => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})

const html = (body: string): Answer => ({ headers: { 'content-type': 'text/html; charset=utf-8' }, body })

const plain = (body: string, status = 200): Answer => ({ status, headers: { 'content-type': 'text/plain' }, body })

export const answers = { json, html, plain }

const answer = (response: ServerResponse, { status = 200, headers = {}, body = '' }: Answer): void => {
  response.writeHead(status, headers).end(body)
}

const react = (place: Place, request: IncomingMessage, response: ServerResponse): void => {
  const [next = answers.plain('ok'), ...later] = place.reactions
  if (later.length > 0) place.reactions = later
  if (next === 'hang') place.hanging.push(response)
  else if (next === 'reset') request.socket.destroy()
  else setTimeout(() => answer(response, next), next.delayMs ?? 0)
}

const newPlace = (url: string, reactions: Reaction[]): Place => {
  const place: Place = {
    reactions,
    hanging: [],
    target: {
      url,
      calls: [],
      reacts: (...next) => (place.reactions = next),
      release: (late) => place.hanging.splice(0).forEach((response) => answer(response, late)),
    },
  }
  return place
}

export const startTargetServer = async (): Promise<TargetServer> => {
  const places = new Map<string, Place>()
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const [path = ''] = /^\/target\/\d+/.exec(url) ?? []
    const place = places.get(path)
    if (!place) return response.writeHead(404).end()
    place.target.calls.push({ method, url, headers, body: await text(request) })
    return react(place, request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the target has no address')
  const origin = `http://127.0.0.1:${address.port}`
  return {
    origin,
    target: (...reactions) => {
      const path = `/target/${places.size + 1}`
      const place = newPlace(origin + path, reactions)
      places.set(path, place)
      return place.target
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
