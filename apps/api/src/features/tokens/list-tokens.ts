import { apiTokens } from '@knockwire/db/schema/credentials'
import type { ApiTokenList } from '@knockwire/domain/accounts/api-token'
import { desc, eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { presentToken } from './presenter.ts'

/** The caller's tokens, newest first; expired ones among them until they are cleared away after 30 days. */
export const listTokens = async ({ db, now }: ApiContext, { accountId }: Caller): Promise<ApiTokenList> => {
  const rows = await db.select().from(apiTokens).where(eq(apiTokens.accountId, accountId)).orderBy(desc(apiTokens.id))
  return { results: rows.map((row) => presentToken(row, now())) }
}
