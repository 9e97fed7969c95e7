import { z } from 'zod'
import { Id, Timestamp } from '../id.ts'
import { Plan } from '../plans/plan.ts'
import { EmailAddress } from './credentials.ts'
import { Role } from './role.ts'

export const MemberView = z.object({
  userId: Id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: Role,
  createdAt: Timestamp,
  /** Of their sessions in this account, to the minute; null where none is open. */
  lastSeenAt: Timestamp.nullable(),
})
export type MemberView = z.infer<typeof MemberView>

export const InvitationView = z.object({
  id: Id,
  email: z.string(),
  role: Role,
  invitedBy: z.string(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
})
export type InvitationView = z.infer<typeof InvitationView>

/** `invitations` is empty for everybody but owners. */
export const MemberList = z.object({ members: z.array(MemberView), invitations: z.array(InvitationView) })
export type MemberList = z.infer<typeof MemberList>

export const InviteInput = z.strictObject({ email: EmailAddress, role: Role })
export type InviteInput = z.infer<typeof InviteInput>

export const ChangeRoleInput = z.strictObject({ role: Role })
export type ChangeRoleInput = z.infer<typeof ChangeRoleInput>

/** What the link of the mail ends in, after the `#`, which no server and no log sees. */
export const InvitationTokenInput = z.strictObject({ token: z.string().min(1).max(200) })
export type InvitationTokenInput = z.infer<typeof InvitationTokenInput>

/** What anyone who has the link is shown. */
export const InvitationPreview = z.object({
  account: z.string(),
  role: Role,
  email: z.string(),
  invitedBy: z.string(),
  expiresAt: Timestamp,
  /** Who is signed in with this browser, and whether they are a member already; null where nobody is. */
  signedIn: z.object({ email: z.string(), isMember: z.boolean() }).nullable(),
})
export type InvitationPreview = z.infer<typeof InvitationPreview>

export const RenameAccountInput = z.strictObject({ name: z.string().trim().min(1, 'Enter a name.').max(100) })
export type RenameAccountInput = z.infer<typeof RenameAccountInput>

/** The accounts that the caller is a member of, the one with the oldest membership first. */
export const OwnAccountList = z.object({
  results: z.array(z.object({ id: Id, name: z.string(), role: Role, plan: Plan, isCurrent: z.boolean() })),
})
export type OwnAccountList = z.infer<typeof OwnAccountList>
