import { randomInt } from 'node:crypto'
import type { DatabaseOrTransaction, Transaction } from '@knockwire/db/client'
import { passwordResetCodes } from '@knockwire/db/schema/credentials'
import { users } from '@knockwire/db/schema/users'
import { resetCodeRules } from '@knockwire/domain/accounts/credential-rules'
import type { SystemMail } from '@knockwire/services/mail/send-system-mails'
import { and, eq, gt, inArray } from 'drizzle-orm'
import type { ApiContext, MailingContext } from '../../../context.ts'
import { keyedHash, keyedHashes } from '../../../access/keyed-hash.ts'
import { sendMails } from '../../../access/mails/send-mails.ts'

const { alphabet, length, groupLength, lifetimeSeconds, perHalfLife } = resetCodeRules

const newResetCode = (): string => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

/** Hashed with a key, so that a reader of the table cannot search for a code that is still open. */
const hashed = (code: string): string => `password reset\n${code}`

/** The code is not in the subject, which a locked screen may show. */
const resetMail = (userId: string, to: string, code: string): SystemMail => ({
  kind: 'reset code',
  // Codes are counted by address alone.
  accountId: userId,
  to,
  subject: 'Your Knockwire password reset code',
  text: [
    'Your code to set a new password:',
    code.match(new RegExp(`.{${groupLength}}`, 'g'))?.join('-'),
    `Enter it within ${lifetimeSeconds / 60} minutes, in upper or lower case, with or without the dashes.`,
    "If you didn't request it, ignore this email: your password stays as it is. Never share the code.",
  ].join('\n\n'),
})

/** Writes to the audit log, with the code or not at all. */
type Record = (tx: Transaction, userId: string) => Promise<void>

/**
 * Mails a new code to the user of an address; the codes that were mailed before stay valid. Where enough were mailed
 * within half of a code's life, none is: the owner has those, no matter who requested them, and each works for as long again.
 * Gives the user's id; null where there is no user.
 */
export const issueResetCode = (context: MailingContext, email: string, record: Record): Promise<string | null> =>
  context.db.transaction(async (tx) => {
    const { settings, now } = context
    // Locked, so that requests at once cannot pass the limit together.
    const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email)).for('no key update')
    if (user === undefined) return null
    await record(tx, user.id)
    const { userId, codeHash, expiresAt } = passwordResetCodes
    const mailedRecently = and(eq(userId, user.id), gt(expiresAt, new Date(now() + (lifetimeSeconds / 2) * 1000)))
    const recent = await tx.select({ codeHash }).from(passwordResetCodes).where(mailedRecently)
    if (recent.length >= perHalfLife) return user.id
    const code = newResetCode()
    await tx.insert(passwordResetCodes).values({
      codeHash: keyedHash(settings.keyring, hashed(code)),
      userId: user.id,
      expiresAt: new Date(now() + lifetimeSeconds * 1000),
    })
    await sendMails(context, tx, [resetMail(user.id, email, code)])
    return user.id
  })

/** The user of this address whose open code this is; null for a wrong, used, expired or unknown one alike. */
export const findResetCode = async (
  { db, settings, now }: ApiContext,
  { email, code }: { email: string; code: string },
): Promise<{ userId: string; codeHash: string } | null> => {
  const { userId, codeHash, expiresAt } = passwordResetCodes
  const [found] = await db
    .select({ userId, codeHash })
    .from(passwordResetCodes)
    .innerJoin(users, eq(users.id, userId))
    .where(
      and(
        inArray(codeHash, keyedHashes(settings.keyring, hashed(code))),
        eq(users.email, email),
        gt(expiresAt, new Date(now())),
      ),
    )
  return found ?? null
}

/** False where the code was used meanwhile: of two that come at once with the right code, one resets. */
export const consumeResetCode = async (
  db: DatabaseOrTransaction,
  { userId, codeHash }: { userId: string; codeHash: string },
): Promise<boolean> => {
  const used = await db
    .delete(passwordResetCodes)
    .where(and(eq(passwordResetCodes.userId, userId), eq(passwordResetCodes.codeHash, codeHash)))
    .returning({ userId: passwordResetCodes.userId })
  return used.length === 1
}
