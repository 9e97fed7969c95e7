import { z } from 'zod'

/** Addresses are compared and kept in lower case; 254 characters is RFC 5321's limit for a path. */
export const EmailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.email('Please enter a valid email address.').max(254))

export const passwordLimits = { min: 8, max: 128 } as const

export const NewPassword = z
  .string()
  .min(passwordLimits.min, `Please use at least ${passwordLimits.min} characters.`)
  .max(passwordLimits.max, `Please use at most ${passwordLimits.max} characters.`)

export const SignUpInput = z.strictObject({
  email: EmailAddress,
  password: NewPassword,
  firstName: z.string().trim().max(100),
  lastName: z.string().trim().max(100),
})
export type SignUpInput = z.infer<typeof SignUpInput>

/** The password's form is not checked here: an old one may not meet today's rules. */
export const SignInInput = z.strictObject({
  email: EmailAddress,
  password: z.string().min(1, 'Please enter your password.').max(1024),
})
export type SignInInput = z.infer<typeof SignInInput>

export const SendCodeInput = z.strictObject({ email: EmailAddress })
export type SendCodeInput = z.infer<typeof SendCodeInput>

const Otp = z
  .string()
  .trim()
  .regex(/^\d{6}$/, 'The code has 6 digits.')

export const VerifyCodeInput = z.strictObject({ email: EmailAddress, otp: Otp })
export type VerifyCodeInput = z.infer<typeof VerifyCodeInput>

export const ForgotPasswordInput = z.strictObject({ email: EmailAddress })
export type ForgotPasswordInput = z.infer<typeof ForgotPasswordInput>

export const ResetPasswordInput = z.strictObject({ email: EmailAddress, otp: Otp, password: NewPassword })
export type ResetPasswordInput = z.infer<typeof ResetPasswordInput>

/** A mailed code, and how many of them may be asked for. */
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
