import { expect, it } from 'vitest'
import { connectFailure } from './open-tcp.ts'

const failing = (code: string) => Object.assign(new Error(code), { code })

it.each([
  ['ECONNREFUSED', 'CONNECTION_REFUSED'],
  ['EHOSTUNREACH', 'CONNECTION_REFUSED'],
  ['ETIMEDOUT', 'CONNECTION_REFUSED'],
  ['ECONNRESET', 'CONNECTION_RESET'],
  ['EMFILE', 'INTERNAL'],
  ['ENFILE', 'INTERNAL'],
  ['EADDRNOTAVAIL', 'INTERNAL'],
  ['ENOBUFS', 'INTERNAL'],
  ['ENOMEM', 'INTERNAL'],
])('a connection that fails with %s is %s, also where it is the first of several', (code, expected) => {
  const error = failing(code)
  expect(connectFailure(error)).toMatchObject({ code: expected, cause: error })
  const several = new AggregateError([error, failing('EIO')])
  expect(connectFailure(several)).toMatchObject({ code: expected, cause: several })
})
