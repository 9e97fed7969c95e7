import type { Transaction } from '@knockwire/db/client'
import { plans } from '@knockwire/domain/plans/plans'
import type { SystemMailKind } from '@knockwire/domain/mail/system-mail-kinds'
import type { Plan } from '@knockwire/domain/plans/plan'
import { ownerAddresses } from '../accounts/owner-addresses.ts'
import { sendSystemMails } from '../mail/send-system-mails.ts'
import type { Billing } from './billing.ts'

interface Mail {
  kind: SystemMailKind
  subject: string
  text: string
}

const accountPage = (publicOrigin: string) => `Your plan and payment method: ${publicOrigin}/dashboard/account\n`

const dayOf = (date: Date) => date.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** The renewal failed for the first time; Stripe tries it again automatically. */
export const paymentFailedMail = (plan: Plan, nextAttemptAt: Date | null, publicOrigin: string): Mail => ({
  kind: 'payment failed',
  subject: `Your ${plans[plan].label} plan could not be renewed`,
  text: `The payment for your ${plans[plan].label} plan failed. ${
    nextAttemptAt === null ? 'We will not try again.' : `We will try again on ${dayOf(nextAttemptAt)} (UTC).`
  } Check your card, or add another one.

If the payment keeps failing, your account moves to the Free plan. Your tasks, receivers and their history are kept.

${accountPage(publicOrigin)}`,
})

/** The paid plan has ended, and not by its owner's choosing a plan. */
export const planEndedMail = (plan: Plan, publicOrigin: string): Mail => ({
  kind: 'plan ended',
  subject: `Your ${plans[plan].label} plan has ended`,
  text: `Your ${plans[plan].label} plan has ended. Your account is now on the Free plan, and its limits apply. Your tasks and receivers are kept.

${accountPage(publicOrigin)}`,
})

/** To the account's owners, where their address is confirmed and wants mail. */
export const mailOwners = async (billing: Billing, tx: Transaction, accountId: string, mail: Mail): Promise<void> => {
  const addresses = (await ownerAddresses(tx, [accountId])).get(accountId) ?? []
  const { queue, publicOrigin, now } = billing
  const mails = addresses.map((to) => ({ accountId, to, ...mail }))
  await sendSystemMails(tx, mails, { queue, publicOrigin, nowMs: now() })
}
