import type { ServerResponse } from 'node:http'
import { encodeText } from '@knockwire/domain/charsets/encode-text'
import { answerHeaders } from '@knockwire/domain/receivers/receiver'
import type { RejectionReason } from '@knockwire/domain/receivers/rejections'
import type { Answer } from '../received-request.ts'

const flatHeaders = new Map<string, string[]>()

/** As the server writes them; made once for each content type, of which there are few. */
const headersFor = (contentType: string): string[] => {
  const known = flatHeaders.get(contentType)
  if (known !== undefined) return known
  const made = answerHeaders(contentType).flat()
  if (flatHeaders.size < 1000) flatHeaders.set(contentType, made)
  return made
}

export interface Sent {
  code: number
  contentType: string
  body: string
  /** The Content-Length of an answer to HEAD. */
  announcedBytes?: number
  extra?: readonly string[]
  /** Why the receiver did not take it, where that is counted for its owner. */
  rejection?: RejectionReason
}

/** A browser that was here over https asks for nothing else for a year. */
export const httpsOnly = ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'] as const

/** Writes an answer in one go; `everywhere` are the headers that this server's address calls for. */
export const sendAnswer = (
  response: ServerResponse,
  { code, contentType, body, announcedBytes, extra = [] }: Sent,
  everywhere: readonly string[] = [],
) => {
  const encoded = encodeText(body, contentType) ?? body
  const bytes = announcedBytes ?? Buffer.byteLength(encoded)
  const length = code === 204 || code === 304 ? [] : ['Content-Length', String(bytes)]
  response.writeHead(code, [...headersFor(contentType), ...length, ...extra, ...everywhere])
  response.end(encoded)
}

const rejection = (code: number, message: string, extra: readonly string[] = []): Sent => ({
  code,
  contentType: 'text/plain; charset=utf-8',
  body: `${message}\n`,
  extra,
})

const waitThen = (seconds: number) => ['Retry-After', String(seconds)]

export const allow = ['Allow', 'GET, HEAD, POST'] as const

/** For proxies, which choose between processes by it. That the database is reached is asked for at the port of health: it is one for all. */
export const readinessPath = '/readyz'
export const readiness = {
  ready: { code: 200, contentType: 'text/plain; charset=utf-8', body: 'ok\n' },
  stopping: rejection(503, 'This process is about to stop.'),
} as const satisfies Record<string, Sent>

/** What the ingress answers of its own accord; nothing of such a request is recorded. */
export const errorResponses = {
  noReceiver: { ...rejection(404, 'There is no active receiver at this address.'), rejection: 'DISABLED' },
  twoHosts: rejection(400, 'A request names one host.', ['Connection', 'close']),
  tooManyHeaders: rejection(431, 'A request has at most 500 headers.'),
  faultyFraming: rejection(400, 'An HTTP/1.0 request has no Transfer-Encoding.', ['Connection', 'close']),
  otherMethod: { ...rejection(405, 'Only GET, HEAD and POST are accepted.', allow), rejection: 'METHOD_NOT_ALLOWED' },
  tooLarge: { ...rejection(413, 'The request body exceeds 1 MiB.'), rejection: 'TOO_LARGE' },
  unavailable: {
    ...rejection(503, 'The request could not be recorded. Send it again in a moment.', waitThen(2)),
    rejection: 'UNAVAILABLE',
  },
  busy: {
    ...rejection(503, 'Too many requests are in progress. Send it again in a moment.', waitThen(1)),
    rejection: 'UNAVAILABLE',
  },
  clientBusy: rejection(429, 'Too many of your requests are in progress. Send it again in a moment.', waitThen(1)),
  tooManyGuesses: (leftMs: number): Sent =>
    rejection(429, 'Too many unknown addresses. Try again in a minute.', waitThen(Math.ceil(leftMs / 1000))),
  overLimit: (minuteLeftMs: number): Sent => {
    const seconds = Math.max(1, Math.ceil(minuteLeftMs / 1000))
    const message = `Rate limit of this receiver reached. Retry in ${seconds} s.`
    return { ...rejection(429, message, waitThen(seconds)), rejection: 'OVER_LIMIT' }
  },
} as const satisfies Record<string, Sent | ((minuteLeftMs: number) => Sent)>

export const toSent = ({ code, contentType, body, announcedBytes }: Answer): Sent => ({
  code,
  contentType,
  body,
  ...(announcedBytes !== undefined && { announcedBytes }),
})
