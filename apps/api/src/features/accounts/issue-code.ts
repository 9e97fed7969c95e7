import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { emailCodes } from '@knockwire/db/schema/accounts'
import { codeRules } from '@knockwire/domain/accounts/credentials'
import type { ApiContext } from '../../context.ts'
import { codeMail } from './code-mail.ts'
import { hashCode, newCode } from './email-code.ts'

interface IssueCode {
  accountId: string
  address: string
}

/** Mails a new code, which takes the place of an older one, in the caller's transaction. Limits are the caller's. */
export const issueCode = async (
  { queue, settings, now }: ApiContext,
  tx: DatabaseOrTransaction,
  { accountId, address }: IssueCode,
): Promise<void> => {
  const code = newCode()
  const fresh = {
    codeHash: hashCode(settings, { accountId, address, code }),
    tries: 0,
    expiresAt: new Date(now() + codeRules.lifetimeSeconds * 1000),
  }
  await tx
    .insert(emailCodes)
    .values({ accountId, address, ...fresh })
    .onConflictDoUpdate({ target: [emailCodes.accountId, emailCodes.address], set: fresh })
  await queue.send(tx, 'system-mail', [codeMail(address, code)])
}
