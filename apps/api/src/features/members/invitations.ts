import { randomBytes } from 'node:crypto'
import type { DatabaseOrTransaction, Transaction } from '@knockwire/db/client'
import { accounts } from '@knockwire/db/schema/accounts'
import { invitations } from '@knockwire/db/schema/credentials'
import { memberships, users } from '@knockwire/db/schema/users'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { invitationRules } from '@knockwire/domain/accounts/member-rules'
import type { InvitationView, InviteInput } from '@knockwire/domain/accounts/member'
import type { Role } from '@knockwire/domain/accounts/role'
import { asRole } from '@knockwire/domain/accounts/role-rules'
import { AppError, invalidFields, notFound } from '@knockwire/domain/errors'
import { nameInMail } from '@knockwire/domain/mail/name-in-mail'
import type { SystemMail } from '@knockwire/services/mail/send-system-mails'
import { and, asc, eq, gt } from 'drizzle-orm'
import type { Client } from '../../access/client/client.ts'
import { clientNetwork } from '../../access/client/client-network.ts'
import { lockOwnAccount } from '../../access/owned/lock-account.ts'
import { requireRole } from '../../access/require-role.ts'
import type { ApiContext, Caller } from '../../context.ts'
import { countCode } from '../accounts/code-limits.ts'
import { hashInvitation, throwIfDomainNotAllowed, throwIfNobodyToInvite } from '../../access/admission.ts'
import { throwIfAddressUnconfirmed } from '../../access/owned/confirmed-account.ts'
import { requireMail } from '../../access/mails/require-mail.ts'
import { sendMails } from '../../access/mails/send-mails.ts'
import { audit } from '../../access/audit.ts'

export const personName = ({ firstName, lastName, email }: { firstName: string; lastName: string; email: string }) =>
  `${firstName} ${lastName}`.trim() || email

/** Those that can still be accepted, the oldest first. */
export const listInvitations = async ({ db, now }: ApiContext, { accountId }: Caller): Promise<InvitationView[]> => {
  const rows = await db
    .select({ invitation: invitations, inviter: users })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.invitedBy))
    .where(and(eq(invitations.accountId, accountId), gt(invitations.expiresAt, new Date(now()))))
    .orderBy(asc(invitations.createdAt))
  return rows.map(({ invitation, inviter }) => presentInvitation(invitation, personName(inviter)))
}

const presentInvitation = (row: typeof invitations.$inferSelect, invitedBy: string): InvitationView => ({
  id: row.id,
  email: row.email,
  role: row.role,
  invitedBy,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
})

interface Invitation {
  accountId: string
  account: string
  inviter: string
  to: string
  role: Role
  url: string
}

const invitationMail = ({ accountId, account, inviter, to, role, url }: Invitation): SystemMail => ({
  kind: 'invitation',
  accountId,
  to,
  subject: `Join ${nameInMail(account)} on Knockwire`,
  text: [
    `${nameInMail(inviter)} invites you to work in the Knockwire account "${nameInMail(account)}" as ${asRole[role]}.`,
    `Accept the invitation: ${url}`,
    `The link works once, for ${invitationRules.lifetimeDays} days. If you don't know who this is, ignore this email.`,
  ].join('\n\n'),
})

const throwIfFull = async (tx: Transaction, accountId: string) => {
  const members = await tx.$count(memberships, eq(memberships.accountId, accountId))
  const open = await tx.$count(invitations, eq(invitations.accountId, accountId))
  const most = invitationRules.membersAndInvitations
  if (members + open >= most)
    throw new AppError('CONFLICT', `An account has at most ${most} members and invitations. Remove one first.`)
}

const throwIfMember = async (tx: DatabaseOrTransaction, accountId: string, email: string) => {
  const member = await tx
    .select({ id: users.id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.accountId, accountId), eq(users.email, email)))
  if (member.length > 0) throw invalidFields({ email: 'This person is a member already.' })
}

/** Mails a link that lets its reader join the account; it takes the place of an older one to the same address. */
export const invite = async (
  context: ApiContext,
  caller: Caller,
  { email, role }: InviteInput,
  client: Client,
): Promise<InvitationView> => {
  requireRole(caller, 'OWNER')
  const { accountId, userId } = caller
  throwIfDomainNotAllowed(context.settings, email)
  await throwIfNobodyToInvite(context, email)
  await requireMail(context)
  const nowMs = context.now()
  await throwIfAddressUnconfirmed(context, context.db, accountId, 'invite people')
  // Before it counts: nobody is mailed about it.
  await throwIfMember(context.db, accountId, email)
  const network = clientNetwork(client.address)
  const networkPerHour = context.settings.codesPerHour
  const counted = { accountId, address: email, isOwnAddress: false, network, networkPerHour, nowMs }
  await context.db.transaction((tx) => countCode(tx, counted))
  const token = randomBytes(32).toString('base64url')
  return context.db.transaction(async (tx) => {
    await lockOwnAccount(tx, accountId, 'no key update')
    await throwIfMember(tx, accountId, email)
    const replaced = await tx
      .delete(invitations)
      .where(and(eq(invitations.accountId, accountId), eq(invitations.email, email)))
      .returning({ id: invitations.id })
    for (const { id } of replaced)
      await audit(context, tx, caller, {
        action: 'invitation.revoked',
        object: { type: 'INVITATION', id, name: email },
      })
    await throwIfFull(tx, accountId)
    const row: typeof invitations.$inferSelect = {
      id: uuidv7(nowMs),
      accountId,
      email,
      role,
      tokenHash: hashInvitation(token),
      invitedBy: userId,
      createdAt: new Date(nowMs),
      expiresAt: new Date(nowMs + invitationRules.lifetimeDays * 86_400_000),
    }
    await tx.insert(invitations).values(row)
    const object = { type: 'INVITATION', id: row.id, name: email } as const
    const changes = [{ field: 'role', before: null, after: role }]
    await audit(context, tx, caller, { action: 'invitation.created', object, changes })
    const [inviter] = await tx.select().from(users).where(eq(users.id, userId))
    const [account] = await tx.select({ name: accounts.name }).from(accounts).where(eq(accounts.id, accountId))
    if (inviter === undefined || account === undefined) throw notFound('account')
    const invitedBy = personName(inviter)
    const url = `${context.settings.publicOrigin}/invite#${token}`
    const mail = invitationMail({ accountId, account: account.name, inviter: invitedBy, to: email, role, url })
    const sent = await sendMails(context, tx, [mail])
    if (sent.length === 0)
      throw new AppError('RATE_LIMITED', 'Too many emails were sent to this address today. Try again tomorrow.')
    context.log.info({ event: 'member invited', accountId, by: userId, role }, 'member invited')
    return presentInvitation(row, invitedBy)
  })
}

/** From then on its link leads nowhere. */
export const revokeInvitation = async (context: ApiContext, caller: Caller, id: string): Promise<void> => {
  requireRole(caller, 'OWNER')
  const { db, log } = context
  const { accountId } = caller
  await db.transaction(async (tx) => {
    const [revoked] = await tx
      .delete(invitations)
      .where(and(eq(invitations.id, id), eq(invitations.accountId, accountId)))
      .returning({ email: invitations.email })
    if (revoked === undefined) throw notFound('invitation')
    const object = { type: 'INVITATION', id, name: revoked.email } as const
    await audit(context, tx, caller, { action: 'invitation.revoked', object })
  })
  log.info({ event: 'invitation revoked', accountId, by: caller.userId }, 'invitation revoked')
}
