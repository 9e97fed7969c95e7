import type { passkeys } from '@knockwire/db/schema/credentials'
import type { PasskeyView } from '@knockwire/domain/accounts/passkey'

export const presentPasskey = (row: typeof passkeys.$inferSelect): PasskeyView => ({
  id: row.id,
  name: row.name,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  isBackedUp: row.isBackedUp,
})
