import { apiTokens } from '@knockwire/db/schema/credentials'
import { notFound } from '@knockwire/domain/errors'
import { and, eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'

/** Ends a token at once: its next call is 401. */
export const revokeToken = async ({ db, log }: ApiContext, { accountId }: Caller, tokenId: string): Promise<void> => {
  const revoked = await db
    .delete(apiTokens)
    .where(and(eq(apiTokens.id, tokenId), eq(apiTokens.accountId, accountId)))
    .returning({ id: apiTokens.id })
  if (revoked.length === 0) throw notFound('token')
  log.info({ event: 'api token revoked', accountId, tokenId }, 'api token revoked')
}
