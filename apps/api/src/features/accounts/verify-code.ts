import { throwIfUnconfirmedAtGate } from '../../access/owned/confirmed-account.ts'
import { emailCodes, verifiedEmails } from '@knockwire/db/schema/accounts'
import { users } from '@knockwire/db/schema/users'
import {
  codeRules,
  type CodeSentView,
  type SendCodeInput,
  type VerifyCodeInput,
} from '@knockwire/domain/accounts/credentials'
import { AppError, invalidFields } from '@knockwire/domain/errors'
import { freeAddress } from '@knockwire/services/accounts/unconfirmed-accounts'
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import type { Client } from '../../access/client/client.ts'
import { requireRole } from '../../access/require-role.ts'
import { clientNetwork } from '../../access/client/client-network.ts'
import { requireMail } from '../../access/mails/require-mail.ts'
import { countCode } from './code-limits.ts'
import { isCode, issueCode } from './email-code.ts'
import { audit } from '../../access/audit.ts'

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
  if (taken === undefined) throw invalidFields({ newEmail: 'This code is no longer valid. Request a new one.' })
  return { codeHash: taken.codeHash, triesLeft: codeRules.tries - taken.tries }
}

const wrongCode = (triesLeft: number) => {
  if (triesLeft === 0) return invalidFields({ newEmail: 'Incorrect code. Request a new one.' })
  const left = triesLeft === 1 ? '1 attempt left' : `${triesLeft} attempts left`
  return invalidFields({ newEmail: `Incorrect code. ${left}.` })
}

/** Confirms an address with the code that was mailed to it; the code is then used up. */
export const verifyCode = async (context: ApiContext, caller: Caller, input: VerifyCodeInput): Promise<void> => {
  const { accountId, userId } = caller
  const { email: address, otp: code } = input
  const { codeHash, triesLeft } = await takeTry(context, accountId, address)
  if (!isCode(context.settings, codeHash, { accountId, address, code })) throw wrongCode(triesLeft)
  const confirmed = { verifiedAt: new Date(context.now()), verifiedBy: userId, unsubscribedAt: null }
  await context.db.transaction(async (tx) => {
    await tx.delete(emailCodes).where(and(ofAddress(accountId, address), eq(emailCodes.codeHash, codeHash)))
    await tx
      .insert(verifiedEmails)
      .values({ accountId, address, ...confirmed })
      .onConflictDoUpdate({ target: [verifiedEmails.accountId, verifiedEmails.address], set: confirmed })
    await freeAddress(tx, { address, ownerId: accountId, defaultPlan: context.settings.defaultPlan })
    const object = { type: 'EMAIL_ADDRESS', name: address } as const
    await audit(context, tx, caller, { action: 'email_address.confirmed', object })
  })
  context.log.info({ event: 'address verified', accountId }, 'address verified')
}

const isVerified = async ({ db }: ApiContext, accountId: string, address: string) => {
  const { accountId: owner, address: kept, unsubscribedAt } = verifiedEmails
  const found = await db
    .select({ address: kept })
    .from(verifiedEmails)
    .where(and(eq(owner, accountId), eq(kept, address), isNull(unsubscribedAt)))
  return found.length > 0
}

const isOwnAddress = async ({ db }: ApiContext, userId: string, address: string) =>
  (await db.$count(users, and(eq(users.id, userId), eq(users.email, address)))) > 0

/** The dialog shows why beside the address. */
const besideAddress = (error: unknown) =>
  error instanceof AppError && error.code === 'RATE_LIMITED'
    ? new AppError(error.code, error.message, {
        errors: { newEmail: error.message },
        ...(error.retryAfterSeconds !== undefined && { retryAfterSeconds: error.retryAfterSeconds }),
      })
    : error

/** Mails a code that proves that an address is the caller's to send to. */
export const sendCode = async (
  context: ApiContext,
  caller: Caller,
  { email: address }: SendCodeInput,
  client: Client,
): Promise<CodeSentView> => {
  const { accountId, userId } = caller
  const isOwn = await isOwnAddress(context, userId, address)
  if (!isOwn) {
    requireRole(caller, 'EDITOR')
    await throwIfUnconfirmedAtGate(context, userId)
  }
  if (await isVerified(context, accountId, address))
    throw invalidFields({ newEmail: 'This address is already verified.' })
  await requireMail(context)
  const request = {
    accountId,
    address,
    isOwnAddress: isOwn,
    network: clientNetwork(client.address),
    networkPerHour: context.settings.codesPerHour,
    nowMs: context.now(),
  }
  // Counted in its own transaction: a code that could not be sent still used its turn.
  await context.db
    .transaction((tx) => countCode(tx, request))
    .catch((error: unknown) => {
      throw besideAddress(error)
    })
  await context.db.transaction(async (tx) => {
    await issueCode(context, tx, { accountId, address })
    const object = { type: 'EMAIL_ADDRESS', name: address } as const
    await audit(context, tx, caller, { action: 'email_address.code_requested', object })
  })
  return { email: address, expiresInSeconds: codeRules.lifetimeSeconds }
}
