import { accounts } from '@knockwire/db/schema/accounts'
import { apiTokens } from '@knockwire/db/schema/credentials'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { type CreateApiTokenInput, type CreatedApiTokenView, maxApiTokens } from '@knockwire/domain/accounts/api-token'
import { AppError, invalidFields } from '@knockwire/domain/errors'
import { eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { signedOut } from '../../plugins/caller.ts'
import { securityMails } from '../auth/security-mails.ts'
import { presentToken } from './presenter.ts'
import { hashToken, newToken } from './read-token.ts'

const prefixLength = 'kw_'.length + 5

/** Makes a token, mails a notice of it, and gives it in clear, which nothing does again. */
export const createToken = async (
  context: ApiContext,
  { accountId }: Caller,
  { name, scope, expiresAt }: CreateApiTokenInput,
): Promise<CreatedApiTokenView> => {
  const nowMs = context.now()
  const expiry = expiresAt === null ? null : new Date(expiresAt)
  if (expiry !== null && expiry.getTime() <= nowMs) throw invalidFields({ expiresAt: 'Choose a time in the future.' })
  const token = newToken()
  const row: typeof apiTokens.$inferSelect = {
    id: uuidv7(nowMs),
    accountId,
    name,
    tokenHash: hashToken(token),
    prefix: token.slice(0, prefixLength),
    scope,
    createdAt: new Date(nowMs),
    expiresAt: expiry,
    lastUsedAt: null,
  }
  await context.db.transaction(async (tx) => {
    // Locked, so that two at once cannot pass the limit together.
    const [account] = await tx
      .select({ email: accounts.email })
      .from(accounts)
      .where(eq(accounts.id, accountId))
      .for('update')
    if (account === undefined) throw signedOut()
    const count = await tx.$count(apiTokens, eq(apiTokens.accountId, accountId))
    if (count >= maxApiTokens) {
      throw new AppError('CONFLICT', `You have ${maxApiTokens} tokens. Revoke one that you no longer use.`)
    }
    await tx.insert(apiTokens).values(row)
    const mails = securityMails(account.email, context.settings.publicOrigin)
    await context.queue.send(tx, 'system-mail', [mails.tokenCreated(name)])
  })
  context.log.info({ event: 'api token created', accountId, tokenId: row.id, scope }, 'api token created')
  return { ...presentToken(row, nowMs), token }
}
