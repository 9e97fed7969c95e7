import { AssertionError } from 'node:assert'
import type { Socket } from 'node:net'
import { OutboundError, codeOf, connectionReset, internalError } from '../outbound-error.ts'
import { notHttp, rejectedAnswer } from './rejected-answer.ts'

/** The connection ended before an answer began; `isRepeatable` where the request may be sent on another. */
export class LostConnection extends OutboundError {
  readonly isRepeatable: boolean

  constructor(failure: OutboundError, isRepeatable: boolean) {
    super(failure.code, failure.message, failure.cause)
    this.isRepeatable = isRepeatable
  }
}

const timedOut = (cause: unknown) => new OutboundError('TIMEOUT', 'The target did not respond in time.', cause)

const unsendable = (cause: unknown) =>
  new OutboundError('INTERNAL', 'The request cannot be sent as it is written. Check its headers and its URL.', cause)

const outOfTurn = (cause: unknown) =>
  notHttp('came before the request was sent. Check that a web server responds on this port.', cause)

const byCode: Record<string, (cause: unknown) => OutboundError> = {
  ECONNRESET: connectionReset,
  EPIPE: connectionReset,
  ETIMEDOUT: timedOut,
  KNOCKWIRE_CONNECTION_SPENT: connectionReset,
  UND_ERR_BODY_TIMEOUT: timedOut,
  UND_ERR_DESTROYED: connectionReset,
  UND_ERR_HEADERS_OVERFLOW: (cause) =>
    new OutboundError('INVALID_RESPONSE', "The headers of the target's response are too large.", cause),
  UND_ERR_HEADERS_TIMEOUT: timedOut,
  UND_ERR_INVALID_ARG: unsendable,
  UND_ERR_NOT_SUPPORTED: unsendable,
  UND_ERR_SOCKET: outOfTurn,
}

/** Errors that undici raises for a peer that hung up as well as for one that does not keep to HTTP. */
const ofEither: ReadonlySet<string> = new Set(['UND_ERR_SOCKET', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'])

const hasHungUp = ({ readableEnded, errored }: Socket) => readableEnded || codeOf(errored) === 'ECONNRESET'

/** Where undici's own assumptions do not hold, the target has sent what no rule of HTTP foresees. */
const isOfAnswer = (error: unknown, code: string) => error instanceof AssertionError || code.startsWith('UND_ERR_RES_')

/** What an error of undici's or of the socket means for the user. */
export const answerFailure = (error: unknown, socket: Socket): OutboundError => {
  const rejected = rejectedAnswer(error)
  if (rejected !== null) return rejected
  const code = codeOf(error)
  if (ofEither.has(code) && hasHungUp(socket)) return connectionReset(error)
  const known = Object.hasOwn(byCode, code) ? byCode[code] : undefined
  if (known !== undefined) return known(error)
  return isOfAnswer(error, code) ? notHttp('cannot be read.', error) : internalError(error)
}
