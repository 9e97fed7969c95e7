import { verifiedEmails } from '@knockwire/db/schema/accounts'
import type { EmailSetting } from '@knockwire/domain/notifications/settings'
import type { TemplateVariable } from '@knockwire/domain/templates/variables'
import { checkTemplate } from '@knockwire/domain/templates/check-template'
import { and, eq, isNull } from 'drizzle-orm'
import { faultsOf, templateFault } from './field-faults.ts'
import type { SettingReader, SettingScope } from './setting-reader.ts'

export const readEmail: SettingReader<EmailSetting> = async (scope, input) => {
  const address = input.address.trim().toLowerCase()
  const subject = input.subject.trim()
  return {
    setting: { type: 'EMAIL', email: { address, subject, template: input.template } },
    errors: faultsOf({
      emailAddress: await addressFault(scope, address),
      emailSubject: subjectFault(subject, scope.variables),
      emailTemplate: templateFault(input.template, scope.variables),
    }),
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

const subjectFault = (subject: string, variables: readonly TemplateVariable[]): string | null => {
  if (subject === '') return 'Please enter a subject.'
  if (/[\r\n]/.test(subject)) return 'A subject has one line only.'
  return checkTemplate(subject, variables)
}
