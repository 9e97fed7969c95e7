import type { Transaction } from '@knockwire/db/client'
import { accounts, verifiedEmails } from '@knockwire/db/schema/accounts'
import { invitations } from '@knockwire/db/schema/credentials'
import { memberships, sessions, users } from '@knockwire/db/schema/users'
import type { InvitationPreview } from '@knockwire/domain/accounts/member'
import { AppError } from '@knockwire/domain/errors'
import { nameInMail } from '@knockwire/domain/mail/name-in-mail'
import { ownerAddresses } from '@knockwire/services/accounts/owner-addresses'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { hashInvitation } from '../../access/admission.ts'
import { sendMails } from '../../access/mails/send-mails.ts'
import { personName } from './invitations.ts'
import { audit } from '../../access/audit.ts'

const notValid = () =>
  new AppError('NOT_FOUND', 'This invitation is no longer valid: it was used, was revoked or has expired.')

const isOpen = (token: string, nowMs: number) =>
  and(
    eq(invitations.tokenHash, hashInvitation(token)),
    gt(invitations.expiresAt, new Date(nowMs)),
    isNull(accounts.deletedAt),
  )

/** What the link of an invitation shows to anyone who has it. */
export const previewInvitation = async (
  { db, now }: ApiContext,
  caller: Caller | null,
  token: string,
): Promise<InvitationPreview> => {
  const [found] = await db
    .select({ invitation: invitations, account: accounts, inviter: users })
    .from(invitations)
    .innerJoin(accounts, eq(accounts.id, invitations.accountId))
    .innerJoin(users, eq(users.id, invitations.invitedBy))
    .where(isOpen(token, now()))
  if (found === undefined) throw notValid()
  const { invitation, account, inviter } = found
  return {
    account: account.name,
    role: invitation.role,
    email: invitation.email,
    invitedBy: personName(inviter),
    expiresAt: invitation.expiresAt.toISOString(),
    signedIn: caller === null ? null : await whoIsSignedIn(db, caller.userId, account.id),
  }
}

const whoIsSignedIn = async (db: ApiContext['db'], userId: string, accountId: string) => {
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  const own = and(eq(memberships.accountId, accountId), eq(memberships.userId, userId))
  return user === undefined ? null : { email: user.email, isMember: (await db.$count(memberships, own)) > 0 }
}

type Invitation = typeof invitations.$inferSelect

const takeInvitation = async (tx: Transaction, token: string, nowMs: number): Promise<Invitation> => {
  const [found] = await tx
    .select({ invitation: invitations })
    .from(invitations)
    .innerJoin(accounts, eq(accounts.id, invitations.accountId))
    .where(isOpen(token, nowMs))
    .for('update')
  if (found === undefined) throw notValid()
  await tx.delete(invitations).where(eq(invitations.id, found.invitation.id))
  return found.invitation
}

/** The link came by mail to this address: where it is the user's own, that confirms it, in all accounts of theirs. */
const confirmAddress = async (
  tx: Transaction,
  { userId, email, nowMs }: { userId: string; email: string; nowMs: number },
) => {
  const own = await tx.select().from(memberships).where(eq(memberships.userId, userId))
  const verified = { address: email, verifiedAt: new Date(nowMs), verifiedBy: userId }
  await tx
    .insert(verifiedEmails)
    .values(own.map(({ accountId }) => ({ accountId, ...verified })))
    .onConflictDoNothing()
}

/** Makes the caller a member of the account that invited them, which their session has in view from then on. */
export const acceptInvitation = async (
  context: ApiContext,
  caller: Caller,
  { token, sessionId }: { token: string; sessionId: string },
): Promise<{ accountId: string; userId: string }> => {
  const nowMs = context.now()
  const { userId } = caller
  const accountId = await context.db.transaction(async (tx) => {
    const invitation = await takeInvitation(tx, token, nowMs)
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('share')
    if (user === undefined) throw notValid()
    const now = new Date(nowMs)
    const membership = {
      accountId: invitation.accountId,
      userId,
      role: invitation.role,
      createdAt: now,
      selectedAt: now,
    }
    const joined = await tx
      .insert(memberships)
      .values(membership)
      .onConflictDoNothing()
      .returning({ userId: memberships.userId })
    if (user.email === invitation.email) await confirmAddress(tx, { userId, email: user.email, nowMs })
    await tx.update(sessions).set({ accountId: invitation.accountId }).where(eq(sessions.id, sessionId))
    if (joined.length > 0) {
      await mailOwners(context, tx, invitation, personName(user))
      const object = { type: 'MEMBER', id: userId, name: user.email } as const
      const changes = [
        { field: 'role', before: null, after: invitation.role },
        { field: 'invitedAddress', before: null, after: invitation.email },
      ]
      await audit(
        context,
        tx,
        { ...caller, accountId: invitation.accountId },
        { action: 'member.joined', object, changes },
      )
    }
    return invitation.accountId
  })
  context.log.info({ event: 'invitation accepted', accountId, userId }, 'invitation accepted')
  return { accountId, userId }
}

const mailOwners = async (context: ApiContext, tx: Transaction, { accountId, email }: Invitation, person: string) => {
  const owners = (await ownerAddresses(tx, [accountId])).get(accountId) ?? []
  const text = [
    `${nameInMail(person)} accepted the invitation that was sent to ${nameInMail(email)}, and is a member of your account now.`,
    `All members: ${context.settings.publicOrigin}/dashboard/account/members`,
  ].join('\n\n')
  const mail = { kind: 'member joined', accountId, subject: `${nameInMail(person)} joined your account`, text } as const
  await sendMails(
    context,
    tx,
    owners.map((to) => ({ ...mail, to })),
  )
}
