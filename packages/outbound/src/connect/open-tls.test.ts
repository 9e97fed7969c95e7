import { expect, it } from 'vitest'
import { tlsFailure } from './open-tls.ts'

it.each([
  ['ECONNRESET', 'CONNECTION_RESET', 'closed the connection'],
  ['EPIPE', 'CONNECTION_RESET', 'closed the connection'],
  ['CERT_HAS_EXPIRED', 'TLS_INVALID', 'has expired'],
  ['CERT_NOT_YET_VALID', 'TLS_INVALID', 'not valid yet'],
  ['CERT_REVOKED', 'TLS_INVALID', 'was revoked'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'TLS_INVALID', 'not trusted'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'TLS_INVALID', 'not trusted'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'TLS_INVALID', 'intermediate certificate'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'TLS_INVALID', 'does not speak TLS'],
])('a handshake that fails with %s is %s, with its cause: the message has "%s"', (code, expected, part) => {
  const error = Object.assign(new Error(code), { code })
  expect(tlsFailure(error)).toMatchObject({ code: expected, message: expect.stringContaining(part), cause: error })
})
