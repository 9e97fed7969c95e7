import type { ClientRequest, IncomingMessage } from 'node:http'
import type { HttpBody } from '@knockwire/domain/bodies/http-body'
import { connectionHeaders } from '@knockwire/domain/headers/connection-headers'
import { replayUri, restOf } from '@knockwire/domain/receivers/replay-uri'

/** A received request, as it is followed. */
export interface Received {
  id: string
  createdAt: string
  httpMethod: string
  url: string
  requestHeaders: [name: string, value: string][]
  requestBody: HttpBody
}

/**
 * `answered`: with a status. `failed`: the target was reached, and what it did with the request is not known. `away`: it was not reached,
 * so the request may be sent again.
 */
export type Forwarded =
  | { kind: 'answered'; status: number; durationMs: number; headers: IncomingMessage['rawHeaders']; body: Buffer }
  | { kind: 'failed'; error: string; durationMs: number }
  | { kind: 'away'; error: string }

export interface Target {
  url: string
  timeoutMs: number
  acceptsAnyCertificate: boolean
}

/** Of an answer, for `--print`. */
const mostAnswerBytes = 64 * 1024

/** The bytes as they came. */
export const bytesOf = ({ encoding, content, base64 }: HttpBody): Buffer => {
  if (base64 !== undefined) return Buffer.from(base64, 'base64')
  return Buffer.from(content, encoding === 'base64' ? 'base64' : 'utf8')
}

export const forwardUrl = ({ url }: Pick<Target, 'url'>, received: Received): string =>
  replayUri(url, restOf(received.url))

/** In their order, repeated ones as often as they came; what is about the connection is written for the new one. */
export function forwardHeaders(received: Received, url: URL, bytes: number): string[] {
  const named = received.requestHeaders
    .find(([name]) => name.toLowerCase() === 'connection')?.[1]
    .split(',')
    .map((name) => name.trim().toLowerCase())
  const kept = received.requestHeaders.filter(([name]) => {
    const lower = name.toLowerCase()
    return !connectionHeaders.has(lower) && !named?.includes(lower)
  })
  const hasBody = bytes > 0 || !['GET', 'HEAD', 'DELETE', 'OPTIONS'].includes(received.httpMethod)
  return [
    'Host',
    url.host,
    ...kept.flat(),
    ...(hasBody ? ['Content-Length', String(bytes)] : []),
    'Connection',
    'close',
  ]
}

/** As it is written: a URL's own would leave out what dots and escapes stand for. */
const pathOf = (url: string): string => {
  const [path = ''] = url.replace(/^https?:\/\/[^/?#]*/i, '').split('#')
  return path.startsWith('/') ? path : `/${path}`
}

/** Sends a received request to the target. Never throws. */
export async function forward(received: Received, target: Target): Promise<Forwarded> {
  const written = forwardUrl(target, received)
  const url = new URL(written)
  const body = bytesOf(received.requestBody)
  // Loaded here: a static import would be the first that every command does, and TLS takes 15 ms.
  const { request: send } = url.protocol === 'https:' ? await import('node:https') : await import('node:http')
  const start = performance.now()
  const durationMs = () => Math.round(performance.now() - start)
  let isConnected = false
  return new Promise((resolve) => {
    const options = {
      method: received.httpMethod,
      path: pathOf(written),
      headers: forwardHeaders(received, url, body.length),
      setHost: false,
      agent: false,
      rejectUnauthorized: !target.acceptsAnyCertificate,
    } as const
    const request: ClientRequest = send(url, options, (response) => {
      const chunks: Buffer[] = []
      let kept = 0
      response.on('data', (chunk: Buffer) => {
        if (kept < mostAnswerBytes) chunks.push(chunk)
        kept += chunk.length
      })
      const end = () => {
        const { statusCode = 0, rawHeaders } = response
        resolve({
          kind: 'answered',
          status: statusCode,
          durationMs: durationMs(),
          headers: rawHeaders,
          body: Buffer.concat(chunks),
        })
      }
      // The status has come; what was cut of the body changes nothing.
      response.on('end', end).on('error', end)
    })
    const timer = setTimeout(
      () => request.destroy(new Error(`no answer within ${target.timeoutMs / 1000} s`)),
      target.timeoutMs,
    )
    request.on('socket', (socket) => {
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        isConnected = true
      })
    })
    request.on('close', () => clearTimeout(timer))
    request.on('error', (error) => {
      const reason = error.message === '' && 'code' in error ? String(error.code) : error.message
      resolve(
        isConnected ? { kind: 'failed', error: reason, durationMs: durationMs() } : { kind: 'away', error: reason },
      )
    })
    request.end(body)
  })
}
