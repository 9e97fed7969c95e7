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
  /** Names of headers, in lower case, that have a secret in them: they stay with the origin that the request was written for. */
  secretHeaders?: ReadonlySet<string>
  /** The body has one: it is repeated at no other origin. */
  hasSecretBody?: boolean
  /** Takes secrets out of what messages quote of a response, before it is cut: half a secret could not be found any more. */
  mask?: (text: string) => string
  followRedirect: boolean
  allowInsecureCerts: boolean
  /** The account: a connection that one partition opened is never given to another. */
  partition?: string
}
