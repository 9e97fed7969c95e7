/*
 * The Model Context Protocol over streamable HTTP, as far as a server without sessions needs it: each message is one POST and is answered
 * with JSON. https://modelcontextprotocol.io/specification/2025-06-18
 */

/** The newest first. */
export const protocolVersions = ['2025-06-18', '2025-03-26', '2024-11-05'] as const

export interface Message {
  jsonrpc: '2.0'
  /** Left out of a notification, which is not answered. */
  id?: string | number
  method: string
  params?: Readonly<Record<string, unknown>>
}

export const errorCodes = {
  invalidRequest: -32_600,
  noSuchMethod: -32_601,
  invalidParams: -32_602,
  notFound: -32_002,
} as const

export class ProtocolError extends Error {
  readonly code: number

  constructor(code: keyof typeof errorCodes, message: string) {
    super(message)
    this.code = errorCodes[code]
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Null for what is no message. An answer of the client, which has no method, is one that nobody waits for. */
export const readMessage = (body: unknown): Message | 'answer' | null => {
  if (!isObject(body) || body['jsonrpc'] !== '2.0') return null
  const { id, method, params } = body
  if (method === undefined && ('result' in body || 'error' in body)) return 'answer'
  if (typeof method !== 'string') return null
  if (id !== undefined && typeof id !== 'string' && typeof id !== 'number') return null
  if (params !== undefined && !isObject(params)) return null
  return { jsonrpc: '2.0', method, ...(id !== undefined && { id }), ...(params !== undefined && { params }) }
}

export const resultOf = (id: Message['id'], result: object) => ({ jsonrpc: '2.0', id, result })

export const errorOf = (id: Message['id'] | null, { code, message }: ProtocolError) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
})
