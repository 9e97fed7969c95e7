import { expect, it } from 'vitest'
import { ResetPasswordInput, VerifyCodeInput } from './credentials.ts'

const codeOf = (otp: string) => VerifyCodeInput.safeParse({ email: 'ada@example.com', otp }).data?.otp

it.each(['123456', ' 123456', '123456\n', '123 456', '\u00a0123\u00a0456 '])(
  'a verification code that is pasted as %j is taken as its six digits',
  (pasted) => expect(codeOf(pasted)).toBe('123456'),
)

it.each(['', '12345', '1234567', '12345a', '123-456'])('%j is no verification code', (typed) =>
  expect(codeOf(typed)).toBeUndefined(),
)

const password = 'long enough'
const resetCodeOf = (otp: string) => ResetPasswordInput.safeParse({ email: 'ada@example.com', otp, password }).data?.otp

it.each([
  '0123456789AB',
  '0123-4567-89ab',
  'O123 4567 89AB',
  ' o1234567 89ab\n',
  '0I23-4567-89AB',
  '0l23\u20134567\u201389AB',
  '01\u200B23456789AB',
])('a reset code that is typed as %j is taken in its one spelling', (typed) =>
  expect(resetCodeOf(typed)).toBe('0123456789AB'),
)

it.each(['', '0123456789A', '0123456789ABC', '0123456789AU', '0123_456789AB', 'UUUUUUUUUUUU'])(
  '%j is no reset code',
  (typed) => expect(resetCodeOf(typed)).toBeUndefined(),
)

it('a reset code is read up to 100 characters', () => {
  expect(resetCodeOf(`0123456789AB${' '.repeat(88)}`)).toBe('0123456789AB')
  expect(resetCodeOf(`0123456789AB${' '.repeat(89)}`)).toBeUndefined()
})
