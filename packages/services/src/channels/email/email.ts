import { verifiedEmails } from '@knockwire/db/schema/accounts'
import type { EmailSetting } from '@knockwire/domain/channels/email/email-setting'
import { and, eq, isNull } from 'drizzle-orm'
import { type Channel, checkOnce, errorsOf, type SettingOf, type SettingScope } from '../channel.ts'
import { openEmailSender } from './email-sender.ts'

/** Only an address whose owner has agreed, and has not taken it back, is written to. */
const checkAddress = async ({ tx, accountId }: SettingScope, address: string): Promise<string | null> => {
  if (address === '') return 'Choose an email address.'
  const { accountId: owner, address: stored, unsubscribedAt } = verifiedEmails
  const verified = await tx
    .select({ address: stored })
    .from(verifiedEmails)
    .where(and(eq(owner, accountId), eq(stored, address), isNull(unsubscribedAt)))
  return verified.length > 0 ? null : 'This address is not verified. Verify it first.'
}

export const email: Channel<SettingOf<'EMAIL'>, EmailSetting, EmailSetting> = {
  concurrency: 8,
  openSender: openEmailSender,
  readSetting: async (scope, input) => {
    const address = input.address.trim().toLowerCase()
    return {
      setting: { type: 'EMAIL', email: { address, subject: input.subject.trim(), template: input.template } },
      errors: errorsOf({
        emailAddress: await checkOnce(scope, `EMAIL ${address}`, () => checkAddress(scope, address)),
      }),
    }
  },
  viewSetting: (setting) => setting.email,
  recipientOf: (setting) => setting.email.address,
  templatePaths: [['email', 'template']],
  rejectionOf: ({ email: { address } }, { address: { isVerified, isUnsubscribed } }) => {
    if (!isVerified) return `${address} is not a verified address of this account.`
    return isUnsubscribed ? `The owner of ${address} unsubscribed from the emails of this account.` : null
  },
}
