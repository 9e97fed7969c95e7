import { apiTokens } from '@knockwire/db/schema/credentials'
import { users } from '@knockwire/db/schema/users'
import { uuidv7 } from '@knockwire/db/uuidv7'
import {
  type ApiTokenList,
  type ApiTokenView,
  type CreateApiTokenInput,
  type CreatedApiTokenView,
  maxApiTokens,
  rotationOverlapMs,
} from '@knockwire/domain/accounts/api-token'
import { isWriting, type TokenScope, tokenScopes } from '@knockwire/domain/accounts/token-scopes'
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

interface Presented {
  createdBy: string
  caller: Pick<Caller, 'userId'>
  nowMs: number
}

const presentToken = (row: typeof apiTokens.$inferSelect, { createdBy, caller, nowMs }: Presented): ApiTokenView => ({
  id: row.id,
  createdBy,
  isOwn: row.userId === caller.userId,
  name: row.name,
  prefix: row.prefix,
  scope: row.scopes === null ? row.scope : isWriting(row.scopes) ? 'WRITE' : 'READ',
  scopes: row.scopes,
  project: row.project,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  isExpired: row.expiresAt !== null && row.expiresAt.getTime() <= nowMs,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  previousExpiresAt:
    row.previousExpiresAt !== null && row.previousExpiresAt.getTime() > nowMs
      ? row.previousExpiresAt.toISOString()
      : null,
})

const prefixLength = 'kw_'.length + 5

/** More than a person sets up at once; each is mailed about. */
const creationsPerHour = 20

const throttleCreation = (context: ApiContext, accountId: string) =>
  throttle(context, [{ key: `token-created:${accountId}`, limit: creationsPerHour, perMs: 3_600_000 }])

/** A token with other scopes would reach beyond the project that it is bound to. */
const throwIfUnboundProject = (scopes: readonly TokenScope[] | null, project: string | null) => {
  if (project === null || (scopes?.length === 1 && scopes[0] === 'apply')) return
  throw invalidFields({ project: 'Only a token whose one scope is “apply” can be bound to a project.' })
}

/** What it may do, for the audit log. */
const grantedBy = ({ scope, scopes, project }: Pick<typeof apiTokens.$inferSelect, 'scope' | 'scopes' | 'project'>) => [
  scopes === null
    ? { field: 'scope', before: null, after: scope }
    : { field: 'scopes', before: null, after: scopes.join(', ') },
  ...(project === null ? [] : [{ field: 'project', before: null, after: project }]),
]

/** Makes a token, mails a notice of it, and gives it in clear, which nothing does again. */
export const createToken = async (
  context: ApiContext,
  caller: Caller,
  { name, scope, scopes, project, expiresAt }: CreateApiTokenInput,
): Promise<CreatedApiTokenView> => {
  const { accountId, userId } = caller
  if (scopes === null ? scope === 'WRITE' : isWriting(scopes)) requireRole(caller, 'EDITOR')
  throwIfUnboundProject(scopes, project)
  const nowMs = context.now()
  const expiry = expiresAt === null ? null : new Date(expiresAt)
  if (expiry !== null && expiry.getTime() <= nowMs) throw invalidFields({ expiresAt: 'Choose a time in the future.' })
  await throwIfAddressUnconfirmed(context, context.db, accountId, 'make API tokens')
  await throttleCreation(context, accountId)
  const token = newToken()
  const row: typeof apiTokens.$inferSelect = {
    id: uuidv7(nowMs),
    accountId,
    userId,
    name,
    tokenHash: hashToken(token),
    prefix: token.slice(0, prefixLength),
    scope: scopes === null ? scope : 'READ',
    scopes: scopes === null ? null : tokenScopes.filter((one) => scopes.includes(one)),
    project,
    createdAt: new Date(nowMs),
    expiresAt: expiry,
    lastUsedAt: null,
    previousTokenHash: null,
    previousExpiresAt: null,
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
    const changes = grantedBy(row)
    await audit(context, tx, caller, { action: 'token.created', object: { type: 'TOKEN', id: row.id, name }, changes })
    return email
  })
  context.log.info({ event: 'api token created', accountId, tokenId: row.id, scope }, 'api token created')
  return { ...presentToken(row, { createdBy, caller, nowMs }), token }
}

/**
 * Gives a token another value, in clear, which nothing does again. The value that it had is accepted for an hour more, so that
 * programs can be changed one after the other; one from before that ends at once. Only who made a token can use it, so nobody
 * else rotates it.
 */
export const rotateToken = async (
  context: ApiContext,
  caller: Caller,
  tokenId: string,
): Promise<CreatedApiTokenView> => {
  const { accountId, userId } = caller
  await throttleCreation(context, accountId)
  const [nowMs, token] = [context.now(), newToken()]
  const isOwn = and(eq(apiTokens.id, tokenId), eq(apiTokens.accountId, accountId), eq(apiTokens.userId, userId))
  const rotated = await context.db.transaction(async (tx) => {
    const { email } = await lockOwnUser(tx, userId, 'update')
    const [before] = await tx.select().from(apiTokens).where(isOwn).for('update')
    if (before === undefined) throw notFound('token')
    if (before.expiresAt !== null && before.expiresAt.getTime() <= nowMs) {
      throw new AppError('CONFLICT', 'This token has expired. Create another one.')
    }
    const values = {
      tokenHash: hashToken(token),
      prefix: token.slice(0, prefixLength),
      previousTokenHash: before.tokenHash,
      previousExpiresAt: new Date(nowMs + rotationOverlapMs),
    }
    await tx.update(apiTokens).set(values).where(isOwn)
    const mails = securityMails({ userId, email, origin: context.settings.publicOrigin })
    await sendMails(context, tx, [mails.tokenRotated(before.name)])
    const object = { type: 'TOKEN', id: tokenId, name: before.name } as const
    await audit(context, tx, caller, { action: 'token.rotated', object })
    return { email, row: { ...before, ...values } }
  })
  context.log.info({ event: 'api token rotated', accountId, userId, tokenId }, 'api token rotated')
  return { ...presentToken(rotated.row, { createdBy: rotated.email, caller, nowMs }), token }
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
  return {
    results: rows.map(({ token, user }) => presentToken(token, { createdBy: user.email, caller, nowMs: now() })),
  }
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
