import type { Secrets } from '@knockwire/services/secrets/secrets'
import type { ApiContext, Caller } from '../../context.ts'

/** What a caller's views are decrypted with; null for a read-only token, which sees no value of a secret header anywhere. */
export const shownSecrets = (
  { secrets }: Pick<ApiContext, 'secrets'>,
  { isReadOnly = false }: Caller,
): Secrets | null => (isReadOnly ? null : secrets)
