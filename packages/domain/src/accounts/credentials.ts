import { z } from 'zod'
import { passwordLimits, resetCodeRules } from './credential-rules.ts'

/** Addresses are compared and kept in lower case; 254 characters is RFC 5321's limit for a path. */
export const EmailAddress = z.string().trim().toLowerCase().pipe(z.email('Enter a valid email address.').max(254))

export const NewPassword = z
  .string()
  .min(passwordLimits.min, `Enter at least ${passwordLimits.min} characters.`)
  .max(passwordLimits.max, `Enter at most ${passwordLimits.max} characters.`)

export const SignUpInput = z.strictObject({
  email: EmailAddress,
  password: NewPassword,
  firstName: z.string().trim().max(100).default(''),
  lastName: z.string().trim().max(100).default(''),
  /** What the link of an invitation ends in: needed where a server takes invited people alone, else without effect. */
  invitation: z.string().min(1).max(200).optional(),
})
export type SignUpInput = z.infer<typeof SignUpInput>

/** The password's form is not checked here: an old one may not meet today's rules. */
export const SignInInput = z.strictObject({
  email: EmailAddress,
  password: z.string().min(1, 'Enter your password.').max(1024),
})
export type SignInInput = z.infer<typeof SignInInput>

export const SendCodeInput = z.strictObject({ email: EmailAddress })
export type SendCodeInput = z.infer<typeof SendCodeInput>

/** A code that is pasted may come with spaces around it or within. */
const Otp = z
  .string()
  .overwrite((code) => code.replaceAll(/\s/g, ''))
  .regex(/^\d{6}$/, 'The code has 6 digits.')

export const VerifyCodeInput = z.strictObject({ email: EmailAddress, otp: Otp })
export type VerifyCodeInput = z.infer<typeof VerifyCodeInput>

export const ForgotPasswordInput = z.strictObject({ email: EmailAddress })
export type ForgotPasswordInput = z.infer<typeof ForgotPasswordInput>

/** A code in one spelling: in capitals, without separators or what a copy brings along, O as 0, I and L as 1. */
const normalizeResetCode = (text: string): string =>
  text
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}\p{Cf}]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')

const isResetCode = (text: string): boolean =>
  text.length === resetCodeRules.length && Array.from(text).every((letter) => resetCodeRules.alphabet.includes(letter))

const ResetCode = z
  .string()
  .max(100)
  .overwrite(normalizeResetCode)
  .refine(isResetCode, `The code has ${resetCodeRules.length} letters and digits.`)

export const ResetPasswordInput = z.strictObject({ email: EmailAddress, otp: ResetCode, password: NewPassword })
export type ResetPasswordInput = z.infer<typeof ResetPasswordInput>

/** A mailed code, and how many of them may be requested. */
export const codeRules = {
  digits: 6,
  lifetimeSeconds: 600,
  tries: 5,
  /** One account's codes for one address. */
  perMinute: 1,
  perDay: 10,
  /** Different addresses that one account may ask for. */
  addressesPerHour: 5,
  addressesPerDay: 10,
  /** Codes for one address that all accounts together may ask for, but the one that was opened with it. */
  perDayFromAllAccounts: 30,
} as const

export const CodeSentView = z.object({ email: z.string(), expiresInSeconds: z.number().int() })
export type CodeSentView = z.infer<typeof CodeSentView>

/** The ways to sign in to this server beside a password. */
export const SignInOptionsView = z.object({ isOidcConfigured: z.boolean() })
export type SignInOptionsView = z.infer<typeof SignInOptionsView>
