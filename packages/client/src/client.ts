import { readRejection } from './api-error.ts'
import type { CallOptions, Client } from './call-types.ts'
import { calls } from './generated/calls.ts'

export interface ClientSettings {
  /** Where the dashboard is, such as `https://knockwire.example`. */
  url: string
  /** A personal API token. Left out, only what visitors may call can be called. */
  token?: string
  /** Left out, it is that of the platform. */
  fetch?: typeof fetch
  /** Sent with each call, so that an operator sees which program calls. */
  userAgent?: string
}

interface Call {
  method: string
  path: string
  answers: 'json' | 'file' | 'nothing'
}

interface Input {
  body?: unknown
  headers?: Record<string, string | undefined>
  [parameter: string]: unknown
}

const placeholder = /\{(\w+)\}/g

const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(textOf).join(',')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Parameters that the path has no place for are the query's; a list is one value, separated by commas. */
const addressOf = (base: string, path: string, { body: _body, headers: _headers, ...parameters }: Input): URL => {
  const inPath = new Set(Array.from(path.matchAll(placeholder), ([, name = '']) => name))
  const filled = path.replaceAll(placeholder, (_all, name: string) => encodeURIComponent(textOf(parameters[name])))
  const url = new URL(filled.slice(1), base.endsWith('/') ? base : `${base}/`)
  for (const [name, value] of Object.entries(parameters)) {
    if (!inPath.has(name) && value !== undefined) url.searchParams.set(name, textOf(value))
  }
  return url
}

const headersOf = ({ token, userAgent }: ClientSettings, { body, headers = {} }: Input): Headers => {
  const sent = new Headers()
  if (token !== undefined) sent.set('authorization', `Bearer ${token}`)
  if (userAgent !== undefined) sent.set('user-agent', userAgent)
  if (body !== undefined) sent.set('content-type', 'application/json')
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) sent.set(name, value)
  }
  return sent
}

const callWith =
  (settings: ClientSettings, { method, path, answers }: Call) =>
  async (input: Input = {}, { signal, onHeaders }: CallOptions = {}): Promise<unknown> => {
    const response = await (settings.fetch ?? fetch)(addressOf(settings.url, path, input), {
      method,
      headers: headersOf(settings, input),
      redirect: 'manual',
      ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
      ...(signal !== undefined && { signal }),
    })
    if (!response.ok) throw await readRejection(response)
    onHeaders?.(response.headers)
    if (answers === 'file') return response
    return answers === 'nothing' || response.status === 204 ? undefined : response.json()
  }

/**
 * All calls of the API, by the names that its description gives them. A call that is rejected throws an `ApiError`; one that
 * reaches no server throws what `fetch` throws. Nothing is tried again: only the caller knows what may be done twice.
 */
export const createClient = (settings: ClientSettings): Client =>
  Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, callWith(settings, call)])) as unknown as Client
