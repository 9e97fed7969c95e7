import { users } from '@knockwire/db/schema/users'
import { AppError } from '@knockwire/domain/errors'
import { isConfirmedUser } from '@knockwire/services/accounts/owner-addresses'
import { freeAddress } from '@knockwire/services/accounts/unconfirmed-accounts'
import type { AuditActor } from '@knockwire/services/audit/record-event'
import type { SystemMail } from '@knockwire/services/mail/send-system-mails'
import { eq } from 'drizzle-orm'
import { throwIfDomainNotAllowed } from '../../access/admission.ts'
import { requireMail } from '../../access/mails/require-mail.ts'
import { sendMails } from '../../access/mails/send-mails.ts'
import { createUser } from '../../access/owned/own-accounts.ts'
import type { MailingContext } from '../../context.ts'
import type { Settings } from '../../settings.ts'
import { auditOperator } from './audit-operator.ts'

/** A password is set by a mailed code, which confirms the address as well. */
const howToSignIn = ({ publicOrigin, instance }: Settings, to: string): string =>
  instance.signInMethods.includes('password')
    ? `Set a password, with a code that you request there: ${publicOrigin}/forgot?email=${encodeURIComponent(to)}`
    : `Sign in: ${publicOrigin}/signin`

const invitedMail = (settings: Settings, userId: string, to: string): SystemMail => ({
  kind: 'invitation',
  accountId: userId,
  to,
  subject: 'Your Knockwire account',
  text: [
    `The operator of ${new URL(settings.publicOrigin).host} made a Knockwire account for this address.`,
    howToSignIn(settings, to),
    "The account is deleted unless you do so within 7 days. If you don't know what this is, ignore this email.",
  ].join('\n\n'),
})

/**
 * Makes a user with their own account, whatever SIGN_UPS says, and mails them how to sign in. Somebody who was invited before, or
 * signed up and never confirmed the address, is mailed again; an account that holds nothing is replaced by a new one.
 */
export const inviteUser = async (context: MailingContext, actor: AuditActor, email: string): Promise<void> => {
  const { db, settings, now } = context
  throwIfDomainNotAllowed(settings, email)
  await requireMail(context)
  await db.transaction(async (tx) => {
    const [plan, nowMs] = [settings.defaultPlan, now()]
    // What nobody confirmed nor used is replaced by a new account: its seven days begin again, and no password of a stranger is left.
    await freeAddress(tx, { address: email, ownerId: null, defaultPlan: plan })
    const created = await createUser(tx, { email, passwordHash: null, firstName: '', lastName: '', plan, nowMs })
    const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
    if (user === undefined) throw new Error('The user was deleted meanwhile.')
    if (await isConfirmedUser(tx, user.id)) throw new AppError('CONFLICT', 'This address has an account already.')
    const object = { type: 'USER', id: user.id, name: email } as const
    const accountIds = created === null ? null : [created.accountId]
    await auditOperator(context, tx, actor, { accountIds, action: 'user.invited', object })
    const sent = await sendMails(context, tx, [invitedMail(settings, user.id, email)])
    if (sent.length === 0)
      throw new AppError('RATE_LIMITED', 'Too many emails were sent to this address today. Try again tomorrow.')
  })
}
