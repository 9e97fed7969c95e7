import { apiTokens } from '@knockwire/db/schema/credentials'
import { users } from '@knockwire/db/schema/users'
import { uuidv7 } from '@knockwire/db/uuidv7'
import {
  type ApiTokenList,
  type ApiTokenView,
  type CreateApiTokenInput,
  type CreatedApiTokenView,
  maxApiTokens,
} from '@knockwire/domain/accounts/api-token'
import { AppError, invalidFields, notFound } from '@knockwire/domain/errors'
import { and, desc, eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { throwIfAddressUnconfirmed } from '../../access/owned/confirmed-account.ts'
import { lockOwnAccount } from '../../access/owned/lock-account.ts'
import { lockOwnUser } from '../../access/owned/lock-user.ts'
import { sendMails } from '../../access/mails/send-mails.ts'
import { securityMails } from '../../access/mails/security-mails.ts'
import { requireRole } from '../../access/require-role.ts'
import { throttle } from '../../access/throttle.ts'
import { hashToken, newToken } from './read-token.ts'
import { audit } from '../../access/audit.ts'

const presentToken = (row: typeof apiTokens.$inferSelect, createdBy: string, nowMs: number): ApiTokenView => ({
  id: row.id,
  createdBy,
  name: row.name,
  prefix: row.prefix,
  scope: row.scope,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  isExpired: row.expiresAt !== null && row.expiresAt.getTime() <= nowMs,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
})

const prefixLength = 'kw_'.length + 5

/** More than a person sets up at once; each is mailed about. */
const creationsPerHour = 20

/** Makes a token, mails a notice of it, and gives it in clear, which nothing does again. */
export const createToken = async (
  context: ApiContext,
  caller: Caller,
  { name, scope, expiresAt }: CreateApiTokenInput,
): Promise<CreatedApiTokenView> => {
  const { accountId, userId } = caller
  if (scope === 'WRITE') requireRole(caller, 'EDITOR')
  const nowMs = context.now()
  const expiry = expiresAt === null ? null : new Date(expiresAt)
  if (expiry !== null && expiry.getTime() <= nowMs) throw invalidFields({ expiresAt: 'Choose a time in the future.' })
  await throwIfAddressUnconfirmed(context, context.db, accountId, 'make API tokens')
  const limit = { key: `token-created:${accountId}`, limit: creationsPerHour, perMs: 3_600_000 }
  await throttle(context, [limit])
  const token = newToken()
  const row: typeof apiTokens.$inferSelect = {
    id: uuidv7(nowMs),
    accountId,
    userId,
    name,
    tokenHash: hashToken(token),
    prefix: token.slice(0, prefixLength),
    scope,
    createdAt: new Date(nowMs),
    expiresAt: expiry,
    lastUsedAt: null,
  }
  const createdBy = await context.db.transaction(async (tx) => {
    // Locked, so that two at once cannot pass the limit together.
    await lockOwnAccount(tx, accountId, 'update')
    const { email } = await lockOwnUser(tx, userId, 'update')
    const count = await tx.$count(apiTokens, eq(apiTokens.accountId, accountId))
    if (count >= maxApiTokens) {
      throw new AppError('CONFLICT', `You have ${maxApiTokens} tokens. Revoke one that you no longer use.`)
    }
    await tx.insert(apiTokens).values(row)
    const mails = securityMails({ userId, email, origin: context.settings.publicOrigin })
    await sendMails(context, tx, [mails.tokenCreated(name)])
    const changes = [{ field: 'scope', before: null, after: scope }]
    await audit(context, tx, caller, { action: 'token.created', object: { type: 'TOKEN', id: row.id, name }, changes })
    return email
  })
  context.log.info({ event: 'api token created', accountId, tokenId: row.id, scope }, 'api token created')
  return { ...presentToken(row, createdBy, nowMs), token }
}

/** Owners see and revoke all tokens of their account, everybody else their own. */
const within = ({ accountId, userId, role }: Caller) =>
  and(eq(apiTokens.accountId, accountId), role === 'OWNER' ? undefined : eq(apiTokens.userId, userId))

/** The tokens that the caller may see, newest first; expired ones among them until they are cleared away after 30 days. */
export const listTokens = async ({ db, now }: ApiContext, caller: Caller): Promise<ApiTokenList> => {
  const rows = await db
    .select({ token: apiTokens, user: users })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(within(caller))
    .orderBy(desc(apiTokens.id))
  return { results: rows.map(({ token, user }) => presentToken(token, user.email, now())) }
}

/** Ends a token at once: its next call is 401. */
export const revokeToken = async (context: ApiContext, caller: Caller, tokenId: string): Promise<void> => {
  const { db, log } = context
  await db.transaction(async (tx) => {
    const [revoked] = await tx
      .delete(apiTokens)
      .where(and(eq(apiTokens.id, tokenId), within(caller)))
      .returning({ name: apiTokens.name })
    if (revoked === undefined) throw notFound('token')
    const object = { type: 'TOKEN', id: tokenId, name: revoked.name } as const
    await audit(context, tx, caller, { action: 'token.revoked', object })
  })
  const { accountId, userId } = caller
  log.info({ event: 'api token revoked', accountId, userId, tokenId }, 'api token revoked')
}
