import { emailCodes, verifiedEmails } from '@knockwire/db/schema/accounts'
import { freeAddress } from '@knockwire/services/accounts/unconfirmed-accounts'
import { codeRules, type VerifyCodeInput } from '@knockwire/domain/accounts/credentials'
import { invalidFields } from '@knockwire/domain/errors'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { hashCode, isSameHash } from './email-code.ts'

const ofAddress = (accountId: string, address: string) =>
  and(eq(emailCodes.accountId, accountId), eq(emailCodes.address, address))

/** Uses up one try before looking, so that tries at once cannot pass the limit together. */
const takeTry = async ({ db, now }: ApiContext, accountId: string, address: string) => {
  const isOpen = and(gt(emailCodes.expiresAt, new Date(now())), lt(emailCodes.tries, codeRules.tries))
  const [taken] = await db
    .update(emailCodes)
    .set({ tries: sql`${emailCodes.tries} + 1` })
    .where(and(ofAddress(accountId, address), isOpen))
    .returning({ codeHash: emailCodes.codeHash, tries: emailCodes.tries })
  if (taken === undefined) throw invalidFields({ newEmail: 'This code is no longer valid. Please ask for a new one.' })
  return { codeHash: taken.codeHash, triesLeft: codeRules.tries - taken.tries }
}

const wrongCode = (triesLeft: number) => {
  if (triesLeft === 0) return invalidFields({ newEmail: 'This code is not right. Please ask for a new one.' })
  const left = triesLeft === 1 ? 'One try is left' : `${triesLeft} tries are left`
  return invalidFields({ newEmail: `This code is not right. ${left}.` })
}

/** Confirms an address with the code that was mailed to it; the code is then used up. */
export const verifyCode = async (context: ApiContext, { accountId }: Caller, input: VerifyCodeInput): Promise<void> => {
  const { email: address, otp: code } = input
  const { codeHash, triesLeft } = await takeTry(context, accountId, address)
  if (!isSameHash(codeHash, hashCode(context.settings, { accountId, address, code }))) throw wrongCode(triesLeft)
  const confirmed = { verifiedAt: new Date(context.now()), unsubscribedAt: null }
  await context.db.transaction(async (tx) => {
    await tx.delete(emailCodes).where(and(ofAddress(accountId, address), eq(emailCodes.codeHash, codeHash)))
    await tx
      .insert(verifiedEmails)
      .values({ accountId, address, ...confirmed })
      .onConflictDoUpdate({ target: [verifiedEmails.accountId, verifiedEmails.address], set: confirmed })
    await freeAddress(tx, { address, ownerId: accountId })
  })
  context.log.info({ event: 'address verified', accountId }, 'address verified')
}
