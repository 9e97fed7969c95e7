import { expect, it } from 'vitest'
import { VerifyCodeInput } from './credentials.ts'

const codeOf = (otp: string) => VerifyCodeInput.safeParse({ email: 'ada@example.com', otp }).data?.otp

it.each(['123456', ' 123456', '123456\n', '123 456', '\u00a0123\u00a0456 '])(
  'a verification code that is pasted as %j is taken as its six digits',
  (pasted) => expect(codeOf(pasted)).toBe('123456'),
)

it.each(['', '12345', '1234567', '12345a', '123-456'])('%j is no verification code', (typed) =>
  expect(codeOf(typed)).toBeUndefined(),
)
