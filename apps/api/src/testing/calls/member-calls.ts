import { memberships, sessions } from '@knockwire/db/schema/users'
import type { Role } from '@knockwire/domain/accounts/role'
import { eq } from 'drizzle-orm'
import { mailsTo } from './mails.ts'
import { post } from './task-calls.ts'
import type { TestApp, TestUser } from '../test-app.ts'

/** Invites an address; gives the token of the mail's link. */
export const inviteTo = async (test: TestApp, owner: TestUser, email: string, role: Role): Promise<string> => {
  const answer = await post(owner, '/accounts/me/invitations', { email, role })
  if (answer.statusCode !== 201) throw new Error(`Expected 201, got ${answer.statusCode}: ${answer.body}`)
  const token = /\/invite#([\w-]+)/.exec((await mailsTo(test, email)).at(-1)?.text ?? '')?.[1]
  if (token === undefined) throw new Error('The mail has no link.')
  return token
}

/** Makes a user a member of the account, without an invitation, and lets their session view it. */
export const joinAs = async ({ db }: TestApp, owner: TestUser, member: TestUser, role: Role): Promise<void> => {
  const now = new Date()
  const { userId } = member
  const { accountId } = owner
  await db.insert(memberships).values({ accountId, userId, role, createdAt: now, selectedAt: now })
  await db.update(sessions).set({ accountId }).where(eq(sessions.userId, userId))
}
