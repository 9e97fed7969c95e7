import { randomInt } from 'node:crypto'
import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { emailCodes } from '@knockwire/db/schema/accounts'
import { codeRules } from '@knockwire/domain/accounts/credentials'
import { AppError } from '@knockwire/domain/errors'
import type { SystemMail } from '@knockwire/services/mail/send-system-mails'
import type { MailingContext } from '../../context.ts'
import { isSameHash, keyedHash, keyedHashes } from '../../access/keyed-hash.ts'
import type { Settings } from '../../settings.ts'
import { sendMails } from '../../access/mails/send-mails.ts'

const newCode = () => String(randomInt(10 ** codeRules.digits)).padStart(codeRules.digits, '0')

interface Code {
  accountId: string
  address: string
  code: string
}

/** Hashed with a key, since the million plain hashes of six digits are made in a second. */
const hashed = ({ accountId, address, code }: Code): string => `email code\n${accountId}\n${address}\n${code}`

/** Whether a stored hash is of this code; also of one that was mailed before the keys were rotated. */
export const isCode = ({ keyring }: Settings, codeHash: string, code: Code): boolean =>
  keyedHashes(keyring, hashed(code)).some((one) => isSameHash(codeHash, one))

/** The subject carries the code, so that it can be read without opening the mail. */
const codeMail = (accountId: string, to: string, code: string): SystemMail => ({
  kind: 'address code',
  accountId,
  to,
  subject: `${code} is your Knockwire code`,
  text: [
    'Your code to confirm this address:',
    code,
    `Enter it within ${codeRules.lifetimeSeconds / 60} minutes on the page where you requested it.`,
    "If you didn't request it, ignore this email.",
  ].join('\n\n'),
})

interface IssueCode {
  accountId: string
  address: string
}

/**
 * Mails a new code, which takes the place of an older one, in the caller's transaction. An account's limits are the caller's; RATE_LIMITED
 * where the address has had too many codes of all accounts.
 */
export const issueCode = async (
  context: MailingContext,
  tx: DatabaseOrTransaction,
  { accountId, address }: IssueCode,
): Promise<void> => {
  const { settings, now } = context
  const code = newCode()
  const fresh = {
    codeHash: keyedHash(settings.keyring, hashed({ accountId, address, code })),
    tries: 0,
    expiresAt: new Date(now() + codeRules.lifetimeSeconds * 1000),
  }
  await tx
    .insert(emailCodes)
    .values({ accountId, address, ...fresh })
    .onConflictDoUpdate({ target: [emailCodes.accountId, emailCodes.address], set: fresh })
  const sent = await sendMails(context, tx, [codeMail(accountId, address, code)])
  if (sent.length > 0) return
  throw new AppError('RATE_LIMITED', 'Too many codes were emailed to this address today. Try again tomorrow.')
}
