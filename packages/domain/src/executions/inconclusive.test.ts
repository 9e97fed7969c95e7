import { expect, it } from 'vitest'
import { networkSignOf } from '../outages/evidence.ts'
import { ExecutionErrorCode } from './execution.ts'
import { isInconclusive } from './inconclusive.ts'

it('the errors that are ours say nothing about the target', () => {
  expect(ExecutionErrorCode.options.filter(isInconclusive)).toEqual(['INTERNAL', 'INCONCLUSIVE'])
  expect(isInconclusive(null)).toBe(false)
})

it('a call says that the network works where anything answered, that it may not where nothing did, or nothing', () => {
  const signs = ExecutionErrorCode.options.map((code) => [code, networkSignOf(code)])
  expect(signs).toEqual([
    ['DNS_NOT_FOUND', 'NO_ANSWER'],
    ['CONNECTION_REFUSED', 'NO_ANSWER'],
    ['CONNECTION_RESET', 'NO_ANSWER'],
    ['TLS_INVALID', 'ANSWERED'],
    ['TIMEOUT', 'NO_ANSWER'],
    ['BLOCKED_ADDRESS', null],
    ['TOO_MANY_REDIRECTS', 'ANSWERED'],
    ['INVALID_RESPONSE', 'ANSWERED'],
    ['NOT_COMPLETED', null],
    ['COMPLETION_FAILED', null],
    ['INTERRUPTED', null],
    ['UNUSABLE_SECRET', null],
    ['INTERNAL', null],
    ['INCONCLUSIVE', null],
  ])
  expect(networkSignOf(null)).toBe('ANSWERED')
})
