import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { emailCodes } from '@knockwire/db/schema/accounts'
import { codeRules } from '@knockwire/domain/accounts/credentials'
import type { SystemMailJob } from '@knockwire/domain/jobs'
import type { ApiContext } from '../../context.ts'
import type { Settings } from '../../settings.ts'

const newCode = () => String(randomInt(10 ** codeRules.digits)).padStart(codeRules.digits, '0')

interface Code {
  accountId: string
  address: string
  code: string
}

/** Keyed, since the million plain hashes of six digits are made in a second. */
export const hashCode = ({ keyring }: Settings, { accountId, address, code }: Code): string => {
  const key = keyring.keys[keyring.current]
  if (key === undefined) throw new Error('The keyring has no current key.')
  return createHmac('sha256', key).update(`email code\n${accountId}\n${address}\n${code}`).digest('hex')
}

export const isSameHash = (left: string, right: string) => {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** The subject carries the code, so that it can be read without opening the mail. */
const codeMail = (to: string, code: string): SystemMailJob => ({
  to,
  subject: `${code} is your Knockwire code`,
  text: [
    'Your code for confirming this address:',
    code,
    `Enter it within ${codeRules.lifetimeSeconds / 60} minutes where you asked for it.`,
    'If you did not ask for it, someone may have mistyped their own address: you need not do anything.',
  ].join('\n\n'),
})

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
