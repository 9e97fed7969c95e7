import type { Socket } from 'node:net'
import { errors } from 'undici'
import { OutboundError, codeOf, connectionReset, internalError } from '../outbound-error.ts'

/** The connection ended before an answer began; `isRepeatable` where the request may be sent on another. */
export class LostConnection extends OutboundError {
  readonly isRepeatable: boolean

  constructor(failure: OutboundError, isRepeatable: boolean) {
    super(failure.code, failure.message, failure.cause)
    this.isRepeatable = isRepeatable
  }
}

export const notHttp = (cause?: unknown) =>
  new OutboundError('INVALID_RESPONSE', "The target's answer is not valid HTTP.", cause)

const timedOut = (cause: unknown) => new OutboundError('TIMEOUT', 'The target did not answer in time.', cause)

const unsendable = (cause: unknown) =>
  new OutboundError('INTERNAL', 'The request cannot be sent as it is written. Check its headers and its URL.', cause)

const byCode: Record<string, (cause: unknown) => OutboundError> = {
  ECONNRESET: connectionReset,
  EPIPE: connectionReset,
  ETIMEDOUT: timedOut,
  KNOCKWIRE_CONNECTION_SPENT: connectionReset,
  UND_ERR_BODY_TIMEOUT: timedOut,
  UND_ERR_DESTROYED: connectionReset,
  UND_ERR_HEADERS_OVERFLOW: (cause) =>
    new OutboundError('INVALID_RESPONSE', "The headers of the target's answer are too large.", cause),
  UND_ERR_HEADERS_TIMEOUT: timedOut,
  UND_ERR_INVALID_ARG: unsendable,
  UND_ERR_NOT_SUPPORTED: unsendable,
}

/** Errors that undici raises for a peer that hung up as well as for one that does not keep to HTTP. */
const isBrokenAnswer = (error: unknown, code: string) =>
  code === 'UND_ERR_SOCKET' || code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' || error instanceof errors.HTTPParserError

/** What an error of undici's or of the socket means for the user. */
export const answerFailure = (error: unknown, socket: Socket): OutboundError => {
  const code = codeOf(error)
  if (isBrokenAnswer(error, code)) return socket.readableEnded ? connectionReset(error) : notHttp(error)
  const known = Object.hasOwn(byCode, code) ? byCode[code] : undefined
  return known === undefined ? internalError(error) : known(error)
}
