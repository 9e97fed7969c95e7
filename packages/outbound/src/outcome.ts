import type { HeaderPairs } from './request.ts'

export type OutboundFailureCode =
  | 'DNS_NOT_FOUND'
  | 'CONNECTION_REFUSED'
  | 'CONNECTION_RESET'
  | 'TLS_INVALID'
  | 'TIMEOUT'
  | 'BLOCKED_ADDRESS'
  | 'TOO_MANY_REDIRECTS'
  | 'INVALID_RESPONSE'
  | 'INTERRUPTED'
  | 'INTERNAL'

/**
 * Where the time went. The first three are of the last hop's connection,
 * and null where it was kept from an earlier call or has no such part.
 */
export interface OutboundTiming {
  dnsMs: number | null
  connectMs: number | null
  tlsMs: number | null
  /** From the call's start to the first byte of the last hop's answer. */
  firstByteMs: number
  totalMs: number
}

export interface ReceivedResponse {
  statusCode: number
  /** Of the last answer, in the order and case in which they came; bytes that are UTF-8 are read so, others as Latin-1. */
  headers: HeaderPairs
  /** Decompressed. */
  body: Uint8Array
  /** The body went on beyond what is kept. */
  isTruncated: boolean
  finalUri: string
  redirects: number
  timing: OutboundTiming
}

export interface OutboundResponse extends ReceivedResponse {
  kind: 'response'
  responseTimeMs: number
}

export interface OutboundFailure {
  kind: 'failure'
  code: OutboundFailureCode
  /** A message for the user. It reveals no more of what is behind the guard than the code does. */
  message: string
  responseTimeMs: number
  /** The redirect that was not followed to its end. */
  response?: ReceivedResponse
  /** Of an INTERNAL failure, for this server's log alone. */
  cause?: unknown
}

export type OutboundOutcome = OutboundResponse | OutboundFailure
