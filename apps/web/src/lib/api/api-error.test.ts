import { describe, expect, it } from 'vitest'
import { fieldErrorsIn, ignoreNotFound, isStatus, messageOf, readApiError, unreachableError } from './api-error.ts'

describe('An error response', () => {
  it('[ER-01] keeps the code, the message and the field errors', () => {
    const error = readApiError(
      422,
      { code: 'INVALID_FIELDS', message: 'Correct.', errors: { requestUrl: 'Not a URL.' } },
      null,
    )
    expect(error).toMatchObject({
      status: 422,
      code: 'INVALID_FIELDS',
      message: 'Correct.',
      errors: { requestUrl: 'Not a URL.' },
    })
  })

  it('reads Retry-After in seconds, and nothing from a date', () => {
    const view = { code: 'RATE_LIMITED', message: 'Slow down.' }
    expect(readApiError(429, view, '30').retryAfter).toBe(30)
    expect(readApiError(429, view, 'Wed, 21 Oct 2030 07:28:00 GMT').retryAfter).toBeUndefined()
  })

  it.each([
    [401, 'SIGNED_OUT'],
    [404, 'NOT_FOUND'],
    [418, 'MALFORMED'],
    [500, 'INTERNAL'],
    [502, 'UNAVAILABLE'],
  ])('with the status %i from a proxy gets the code %s', (status, code) => {
    expect(readApiError(status, '<html>', null)).toMatchObject({ status, code, errors: {} })
  })

  it.each([
    ['an unknown code', { code: 'TEAPOT', message: 'No.' }],
    ['no message', { code: 'CONFLICT' }],
    ['a list of field errors', { code: 'INVALID_FIELDS', message: 'No.', errors: ['No.'] }],
    ['a field error that is no text', { code: 'INVALID_FIELDS', message: 'No.', errors: { name: 1 } }],
  ])('with %s in its body is read by its status alone', (_what, body) => {
    expect(readApiError(503, body, null)).toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('(503)'),
      errors: {},
    })
  })

  it('any thrown error has a message', () => {
    expect(messageOf(new TypeError('x is undefined'))).toBe('Something went wrong. Try again.')
    expect(isStatus(new TypeError(), 401)).toBe(false)
  })

  it('[ER-01] field errors are distinguished from all others', () => {
    const errors = { name: 'Enter a name.' }
    expect(fieldErrorsIn(readApiError(422, { code: 'INVALID_FIELDS', message: 'No.', errors }, null))).toEqual(errors)
    expect(fieldErrorsIn(readApiError(409, { code: 'CONFLICT', message: 'At most 50.' }, null))).toBeNull()
    expect(fieldErrorsIn(unreachableError())).toBeNull()
    expect(fieldErrorsIn(new TypeError())).toBeNull()
  })

  it('ignores a 404, and no other error', () => {
    expect(() => ignoreNotFound(readApiError(404, null, null))).not.toThrow()
    for (const error of [readApiError(409, null, null), unreachableError(), new TypeError()]) {
      expect(() => ignoreNotFound(error)).toThrow(error)
    }
  })
})
