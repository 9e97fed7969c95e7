import { createHmac } from 'node:crypto'
import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { accounts } from '@knockwire/db/schema/accounts'
import { passwordResetCodes } from '@knockwire/db/schema/credentials'
import { codeRules } from '@knockwire/domain/accounts/credentials'
import type { SystemMailJob } from '@knockwire/domain/jobs'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { ApiContext } from '../../../context.ts'
import type { Settings } from '../../../settings.ts'
import { isSameHash, newCode } from '../../accounts/email-code.ts'

interface ResetCode {
  accountId: string
  requester: string
  code: string
}

/** Keyed, since the million plain hashes of six digits are made in a second. */
const hashResetCode = ({ keyring }: Settings, { accountId, requester, code }: ResetCode): string => {
  const key = keyring.keys[keyring.current]
  if (key === undefined) throw new Error('The keyring has no current key.')
  return createHmac('sha256', key).update(`password reset\n${accountId}\n${requester}\n${code}`).digest('hex')
}

const resetMail = (to: string, code: string): SystemMailJob => ({
  to,
  subject: `${code} is your Knockwire password reset code`,
  text: [
    `Your code for setting a new password is ${code}.`,
    `Enter it within ${codeRules.lifetimeSeconds / 60} minutes on the page where you asked for it.`,
    'If you did not ask for it, ignore this mail: without the code, your password stays as it is. Never pass it on.',
  ].join('\n\n'),
})

/** Mails a new code, which takes the place of the requester's older one. Limits are the caller's. */
export const issueResetCode = async (
  { db, queue, settings, now }: ApiContext,
  { accountId, requester, address }: Omit<ResetCode, 'code'> & { address: string },
): Promise<void> => {
  const code = newCode()
  const fresh = {
    codeHash: hashResetCode(settings, { accountId, requester, code }),
    tries: 0,
    expiresAt: new Date(now() + codeRules.lifetimeSeconds * 1000),
  }
  await db.transaction(async (tx) => {
    await tx
      .insert(passwordResetCodes)
      .values({ accountId, requester, ...fresh })
      .onConflictDoUpdate({ target: [passwordResetCodes.accountId, passwordResetCodes.requester], set: fresh })
    await queue.send(tx, 'system-mail', [resetMail(address, code)])
  })
}

interface Try {
  email: string
  requester: string
  code: string
}

/**
 * The account whose open code this is; null for a wrong, used, expired or unknown one alike. One statement for known and
 * unknown addresses, which uses up a try before looking: tries at once cannot pass the limit together.
 */
export const tryResetCode = async ({ db, settings, now }: ApiContext, { email, requester, code }: Try) => {
  const isOpen = and(gt(passwordResetCodes.expiresAt, new Date(now())), lt(passwordResetCodes.tries, codeRules.tries))
  const [taken] = await db
    .update(passwordResetCodes)
    .set({ tries: sql`${passwordResetCodes.tries} + 1` })
    .from(accounts)
    .where(
      and(
        eq(accounts.id, passwordResetCodes.accountId),
        eq(accounts.email, email),
        eq(passwordResetCodes.requester, requester),
        isOpen,
      ),
    )
    .returning({ accountId: passwordResetCodes.accountId, codeHash: passwordResetCodes.codeHash })
  if (taken === undefined) return null
  const { accountId, codeHash } = taken
  return isSameHash(codeHash, hashResetCode(settings, { accountId, requester, code })) ? taken : null
}

/** False where the code was used meanwhile: of two that come at once with the right code, one resets. */
export const consumeResetCode = async (
  db: DatabaseOrTransaction,
  { accountId, codeHash }: { accountId: string; codeHash: string },
): Promise<boolean> => {
  const used = await db
    .delete(passwordResetCodes)
    .where(and(eq(passwordResetCodes.accountId, accountId), eq(passwordResetCodes.codeHash, codeHash)))
    .returning({ accountId: passwordResetCodes.accountId })
  return used.length === 1
}
