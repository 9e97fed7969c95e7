import type { OutboundFailureCode } from './outcome.ts'

/** Ends a call inside this package; `send` turns it into an outcome. */
export class OutboundError extends Error {
  readonly code: OutboundFailureCode

  constructor(code: OutboundFailureCode, message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}

/** The code of a system, TLS or parser error. */
export const codeOf = (error: unknown): string => {
  if (!(error instanceof Error) || !('code' in error)) return ''
  return typeof error.code === 'string' ? error.code : ''
}

/** One message whatever the rule, so that it does not reveal what a name resolves to behind the guard. */
export const blockedAddress = () =>
  new OutboundError(
    'BLOCKED_ADDRESS',
    'This address cannot be called: private, local and reserved addresses are blocked on this server.',
  )

/** One answer for a refused port, a filtered one and an unreachable host, so that a call is no port scanner. */
export const unreachable = (cause?: unknown) =>
  new OutboundError(
    'CONNECTION_REFUSED',
    'The target refused the connection, or could not be reached. Check that it is running and that this server can reach its port.',
    cause,
  )

export const connectionReset = (cause?: unknown) =>
  new OutboundError('CONNECTION_RESET', 'The target closed the connection before its response was complete.', cause)

export const internalError = (cause: unknown) =>
  new OutboundError('INTERNAL', 'The call could not be made because of an error on this server.', cause)
