import { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { answerFailure } from './answer-failure.ts'

it.each([
  ['ECONNRESET', 'CONNECTION_RESET'],
  ['EPIPE', 'CONNECTION_RESET'],
  ['KNOCKWIRE_CONNECTION_SPENT', 'CONNECTION_RESET'],
  ['UND_ERR_DESTROYED', 'CONNECTION_RESET'],
  ['ETIMEDOUT', 'TIMEOUT'],
  ['UND_ERR_BODY_TIMEOUT', 'TIMEOUT'],
  ['UND_ERR_HEADERS_TIMEOUT', 'TIMEOUT'],
  ['UND_ERR_HEADERS_OVERFLOW', 'INVALID_RESPONSE'],
  ['UND_ERR_SOCKET', 'INVALID_RESPONSE'],
  ['UND_ERR_RES_EXCEEDED_MAX_SIZE', 'INVALID_RESPONSE'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'INVALID_RESPONSE'],
  ['UND_ERR_INVALID_ARG', 'INTERNAL'],
  ['UND_ERR_NOT_SUPPORTED', 'INTERNAL'],
  ['toString', 'INTERNAL'],
  ['EANYTHING', 'INTERNAL'],
])('an answer that fails with %s is %s, with its cause', (code, expected) => {
  const error = Object.assign(new Error(code), { code })
  expect(answerFailure(error, new Socket())).toMatchObject({ code: expected, cause: error })
})
