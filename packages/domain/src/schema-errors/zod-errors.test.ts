import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { SignUpInput } from '../accounts/credentials.ts'
import { configureZodErrors } from './zod-errors.ts'

beforeAll(() => configureZodErrors())
afterAll(() => void z.config({ customError: undefined }))

const messagesFor = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message)

it('validation explains a limit where the schema has no message of its own', () => {
  const person = {
    email: 'ada@example.com',
    password: 'a long enough sentence',
    firstName: 'x'.repeat(101),
    lastName: '',
  }
  expect(messagesFor(SignUpInput, person)).toEqual(['Enter at most 100 characters.'])
  expect(messagesFor(z.string().min(1), '')).toEqual(['Enter at least 1 character.'])
  expect(messagesFor(z.array(z.string()).max(2), ['a', 'b', 'c'])).toEqual(['Enter at most 2.'])
  expect(messagesFor(z.array(z.string()).min(2), [])).toEqual(['Enter at least 2.'])
  expect(messagesFor(z.number().min(0), -1)).toEqual(['Enter 0 or more.'])
  expect(messagesFor(z.number().max(5), 6)).toEqual(['Enter 5 or less.'])
})

it('validation explains nothing but limits', () => {
  expect(messagesFor(z.string().regex(/a/), 'b')).toEqual([expect.stringContaining('pattern')])
})

it('validation leaves a schema its own message', () => {
  expect(messagesFor(SignUpInput.shape.password, 'short')).toEqual(['Enter at least 8 characters.'])
})
