import { version } from '../version.ts'

/** What the server answered instead of what was asked for. */
export class CallError extends Error {
  readonly status: number
  readonly code: string
  readonly body: Readonly<Record<string, unknown>>
  readonly retryAfterMs: number | null

  constructor(status: number, body: Readonly<Record<string, unknown>>, retryAfterMs: number | null) {
    super(typeof body['message'] === 'string' ? body['message'] : `The server answered with status ${status}.`)
    this.status = status
    this.code = typeof body['code'] === 'string' ? body['code'] : ''
    this.body = body
    this.retryAfterMs = retryAfterMs
  }
}

/** No answer came. */
export class ConnectionError extends Error {}

export interface CallOptions {
  body?: unknown
  headers?: Readonly<Record<string, string>>
  signal?: AbortSignal | undefined
  timeoutMs?: number
}

export interface Client {
  url: string
  call: <T>(method: string, path: string, options?: CallOptions) => Promise<T>
}

/** As long as an apply of 1,000 resources on a busy server may take. */
const defaultTimeoutMs = 120_000

const retryAfterMs = (headers: Headers): number | null => {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds * 1000 : null
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text()
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    // A proxy's page, say.
    return { message: `The server answered with status ${response.status}, and no JSON.` }
  }
}

/** Calls of the API below `/api/v1`. The token goes to this server alone: a redirect is not followed. */
export const createClient = ({ url, token }: { url: string; token: string }): Client => ({
  url,
  call: async <T>(
    method: string,
    path: string,
    { body, headers, signal, timeoutMs = defaultTimeoutMs }: CallOptions = {},
  ) => {
    const timeout = AbortSignal.timeout(timeoutMs)
    let response: Response
    let answer: unknown
    try {
      response = await fetch(`${url}/api/v1${path}`, {
        method,
        redirect: 'manual',
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/json',
          'user-agent': `knockwire-cli/${version}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      answer = await readBody(response)
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      throw new ConnectionError(`${url} does not answer: ${reasonOf(error)}`, { cause: error })
    }
    if (response.ok) return answer as T
    const details = typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {}
    throw new CallError(response.status, details, retryAfterMs(response.headers))
  },
})

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (cause instanceof AggregateError) return reasonOf(cause.errors[0])
  return cause instanceof Error ? cause.message : error.message
}
