import { verifiedEmails } from '@knockwire/db/schema/accounts'
import type { EmailSetting } from '@knockwire/domain/channels/email/email'
import { and, eq, isNull } from 'drizzle-orm'
import { faultsOf } from './field-faults.ts'
import type { SettingReader, SettingScope } from './setting-reader.ts'

export const readEmail: SettingReader<EmailSetting> = async (scope, input) => {
  const address = input.address.trim().toLowerCase()
  const subject = input.subject.trim()
  return {
    setting: { type: 'EMAIL', email: { address, subject, template: input.template } },
    errors: faultsOf({ emailAddress: await addressFault(scope, address) }),
  }
}

/** Only an address whose owner has agreed, and has not taken it back, is written to. */
const addressFault = async ({ tx, caller }: SettingScope, address: string): Promise<string | null> => {
  if (address === '') return 'Please choose an email address.'
  const { accountId: owner, address: kept, unsubscribedAt } = verifiedEmails
  const verified = await tx
    .select({ address: kept })
    .from(verifiedEmails)
    .where(and(eq(owner, caller.accountId), eq(kept, address), isNull(unsubscribedAt)))
  return verified.length > 0 ? null : 'This address is not verified. Please verify it first.'
}
