import { z } from 'zod'
import { EmailAddress } from './credentials.ts'

export const UpdateProfileInput = z.strictObject({
  firstName: z.string().trim().max(100),
  lastName: z.string().trim().max(100),
})
export type UpdateProfileInput = z.infer<typeof UpdateProfileInput>

/** The address must be one of the account's verified ones. */
export const ChangeEmailInput = z.strictObject({ email: EmailAddress })
export type ChangeEmailInput = z.infer<typeof ChangeEmailInput>
