import { createHash, randomBytes } from 'node:crypto'
import { accounts } from '@knockwire/db/schema/accounts'
import { apiTokens } from '@knockwire/db/schema/credentials'
import { memberships, users } from '@knockwire/db/schema/users'
import { and, eq, gt, isNull, lt, or } from 'drizzle-orm'
import type { ApiContext } from '../../context.ts'
import type { Found } from '../../plugins/route-config.ts'

/** The prefix lets secret scanners find one that leaked; 256 random bits follow. */
export const newToken = () => `kw_${randomBytes(32).toString('base64url')}`

/** What is kept instead of the token, so that a copy of the table opens nothing. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

const usedEveryMs = 60_000

/** Written once a minute at most, so that a call does not cost a write. */
const markUsed = async ({ db }: ApiContext, id: string, nowMs: number) => {
  const { lastUsedAt } = apiTokens
  await db
    .update(apiTokens)
    .set({ lastUsedAt: new Date(nowMs) })
    .where(and(eq(apiTokens.id, id), or(isNull(lastUsedAt), lt(lastUsedAt, new Date(nowMs - usedEveryMs)))))
}

/** Whose calls a token makes; null where it is unknown, revoked or expired. */
export const readToken = async (context: ApiContext, token: string): Promise<Found | null> => {
  const nowMs = context.now()
  const { id, accountId, userId, scope, scopes, project, lastUsedAt, tokenHash, expiresAt } = apiTokens
  const { previousTokenHash, previousExpiresAt } = apiTokens
  const [now, hash] = [new Date(nowMs), hashToken(token)]
  const isIt = or(eq(tokenHash, hash), and(eq(previousTokenHash, hash), gt(previousExpiresAt, now)))
  const [found] = await context.db
    .select({
      id,
      accountId,
      userId,
      scope,
      scopes,
      project,
      lastUsedAt,
      role: memberships.role,
      email: users.email,
      suspendedReason: accounts.suspendedReason,
    })
    .from(apiTokens)
    .innerJoin(accounts, and(eq(accounts.id, accountId), isNull(accounts.deletedAt)))
    .innerJoin(memberships, and(eq(memberships.accountId, accountId), eq(memberships.userId, userId)))
    .innerJoin(users, eq(users.id, userId))
    .where(and(isIt, or(isNull(expiresAt), gt(expiresAt, now))))
  if (found === undefined) return null
  if (nowMs - (found.lastUsedAt?.getTime() ?? 0) > usedEveryMs) await markUsed(context, found.id, nowMs)
  return {
    caller: {
      accountId: found.accountId,
      userId: found.userId,
      role: found.role,
      // One that is narrowed down may be read-only for some calls and not for others (`isReadOnlyFor`).
      isReadOnly: found.scopes !== null || found.scope === 'READ' || found.role === 'VIEWER',
    },
    credential: { kind: 'token', id: found.id, scope: found.scope, scopes: found.scopes, project: found.project },
    email: found.email,
    suspendedReason: found.suspendedReason,
  }
}
