export const outboundMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const
export type OutboundMethod = (typeof outboundMethods)[number]

/** Header names and values in their order; a name may stand several times. */
export type HeaderPairs = readonly (readonly [name: string, value: string])[]

export interface OutboundRequest {
  uri: string
  method: OutboundMethod
  /** Text, which is sent as UTF-8. */
  headers: HeaderPairs
  body?: string | Uint8Array
  basicAuth?: { username: string; password: string }
  followRedirect: boolean
  allowInsecureCerts: boolean
  /** The account: a connection that one partition opened is never given to another. */
  partition?: string
}
