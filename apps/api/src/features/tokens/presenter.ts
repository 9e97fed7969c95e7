import type { apiTokens } from '@knockwire/db/schema/credentials'
import type { ApiTokenView } from '@knockwire/domain/accounts/api-token'

export const presentToken = (row: typeof apiTokens.$inferSelect, nowMs: number): ApiTokenView => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  scope: row.scope,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  isExpired: row.expiresAt !== null && row.expiresAt.getTime() <= nowMs,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
})
