import { z } from 'zod'
import { Id, Timestamp } from '../id.ts'
import { NewPassword } from './credentials.ts'

export const SessionView = z.object({
  id: Id,
  createdAt: Timestamp,
  /** To the minute. */
  lastSeenAt: Timestamp,
  userAgent: z.string().nullable(),
  remoteAddress: z.string().nullable(),
  /** The one that asks. */
  isCurrent: z.boolean(),
})
export type SessionView = z.infer<typeof SessionView>

export const SessionList = z.object({ results: z.array(SessionView) })
export type SessionList = z.infer<typeof SessionList>

/** What opens the account, and so what can prove again that it is its owner who asks. */
export const SignInMethodsView = z.object({
  hasPassword: z.boolean(),
  isProviderLinked: z.boolean(),
  passkeys: z.number().int(),
})
export type SignInMethodsView = z.infer<typeof SignInMethodsView>

const CurrentPassword = z.string().min(1, 'Enter your password.').max(1024)

export const ConfirmInput = z.strictObject({ password: CurrentPassword })
export type ConfirmInput = z.infer<typeof ConfirmInput>

/** `currentPassword` may be left out only where the account has no password yet. */
export const ChangePasswordInput = z.strictObject({
  currentPassword: CurrentPassword.optional(),
  newPassword: NewPassword,
})
export type ChangePasswordInput = z.infer<typeof ChangePasswordInput>
