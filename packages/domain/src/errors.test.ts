import { expect, it } from 'vitest'
import { AppError, invalidFields, notFound, throwIfInvalid } from './errors.ts'

const thrownBy = (run: () => void): unknown => {
  try {
    run()
    return null
  } catch (error) {
    return error
  }
}

it('a form with errors is rejected with the first of them', () => {
  expect(thrownBy(() => throwIfInvalid({ name: 'Enter a name.', url: 'Enter a URL.' }))).toMatchObject({
    name: 'AppError',
    code: 'INVALID_FIELDS',
    message: 'Enter a name.',
    errors: { name: 'Enter a name.', url: 'Enter a URL.' },
  })
  expect(invalidFields({ name: 'x' }).message).toBe('Correct the marked fields.')
})

it('a form without errors is not rejected', () => {
  expect(thrownBy(() => throwIfInvalid({}))).toBeNull()
})

it('an error says what is not there, when to try again, and what caused it', () => {
  expect(notFound('task')).toMatchObject({ code: 'NOT_FOUND', message: 'There is no such task.' })
  const cause = new Error('refused')
  const error = new AppError('RATE_LIMITED', 'Wait.', { retryAfterSeconds: 3, cause })
  expect(error).toMatchObject({ retryAfterSeconds: 3, cause, errors: undefined, conflict: undefined })
})
