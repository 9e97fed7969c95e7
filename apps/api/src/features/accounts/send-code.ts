import { verifiedEmails } from '@knockwire/db/schema/accounts'
import { codeRules, type CodeSentView, type SendCodeInput } from '@knockwire/domain/accounts/credentials'
import { invalidFields } from '@knockwire/domain/errors'
import { and, eq, isNull } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { countCode } from './code-limits.ts'
import { issueCode } from './issue-code.ts'

const isVerified = async ({ db }: ApiContext, accountId: string, address: string) => {
  const { accountId: owner, address: kept, unsubscribedAt } = verifiedEmails
  const found = await db
    .select({ address: kept })
    .from(verifiedEmails)
    .where(and(eq(owner, accountId), eq(kept, address), isNull(unsubscribedAt)))
  return found.length > 0
}

/** Mails a code that proves that an address is the caller's to send to. */
export const sendCode = async (
  context: ApiContext,
  { accountId }: Caller,
  { email }: SendCodeInput,
): Promise<CodeSentView> => {
  if (await isVerified(context, accountId, email))
    throw invalidFields({ newEmail: 'This address is verified already.' })
  // Counted outside the transaction: a code that could not be sent still used its turn.
  await countCode(context.db, email, context.now())
  await context.db.transaction((tx) => issueCode(context, tx, { accountId, address: email }))
  return { email, expiresInSeconds: codeRules.lifetimeSeconds }
}
