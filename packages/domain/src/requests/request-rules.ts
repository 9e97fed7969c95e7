import type { RequestMethod, RequestTargetInput } from './request-target.ts'

export const requestMethods = ['GET', 'POST', 'OPTIONS', 'HEAD', 'PUT', 'DELETE', 'TRACE', 'PATCH'] as const

const methodsWithBody: readonly RequestMethod[] = ['POST', 'PUT', 'PATCH']

/** Only these send a body (RE-09, TN-54). */
export const sendsBody = (method: RequestMethod) => methodsWithBody.includes(method)

/** RFC 9110 section 9.2.2: what an interrupted call may be repeated for. */
export const isIdempotent = (method: string) => method !== 'POST' && method !== 'PATCH'

export const requestLimits = {
  uriLength: 2048,
  bodyLength: 262_144,
  headerCount: 50,
  headerNameLength: 256,
  headerValueLength: 8192,
} as const

export const defaultRequestTarget: RequestTargetInput = {
  uri: 'http://',
  method: 'GET',
  headers: [],
  body: null,
  basicAuth: { status: 'DISABLED', username: '' },
  followRedirect: true,
  allowInsecureCerts: false,
}
