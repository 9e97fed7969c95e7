import { accounts, verifiedEmails } from '@knockwire/db/schema/accounts'
import { codeRules, type CodeSentView, type SendCodeInput } from '@knockwire/domain/accounts/credentials'
import { AppError, invalidFields } from '@knockwire/domain/errors'
import { and, eq, isNull } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { clientNetwork } from '../auth/client-network.ts'
import type { Client } from '../auth/client.ts'
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

const isOwnAddress = async ({ db }: ApiContext, accountId: string, address: string) => {
  const own = and(eq(accounts.id, accountId), eq(accounts.email, address))
  return (await db.select({ id: accounts.id }).from(accounts).where(own)).length > 0
}

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
  { accountId }: Caller,
  { email: address }: SendCodeInput,
  client: Client,
): Promise<CodeSentView> => {
  if (await isVerified(context, accountId, address))
    throw invalidFields({ newEmail: 'This address is verified already.' })
  const request = {
    accountId,
    address,
    isOwnAddress: await isOwnAddress(context, accountId, address),
    network: clientNetwork(client.address),
    networkPerHour: context.settings.codesPerHour,
    nowMs: context.now(),
  }
  // Counted in a transaction of its own: a code that could not be sent still used its turn.
  await context.db
    .transaction((tx) => countCode(tx, request))
    .catch((error: unknown) => {
      throw besideAddress(error)
    })
  await context.db.transaction((tx) => issueCode(context, tx, { accountId, address }))
  return { email: address, expiresInSeconds: codeRules.lifetimeSeconds }
}
