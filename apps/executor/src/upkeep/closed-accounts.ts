import { deleteClosedAccount } from '@knockwire/services/accounts/close-account'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { PagedChore } from './paged-chore.ts'

/** Deletes what accounts that their owners deleted have stored, in batches, until nothing of them is left. */
export const createClosedAccountsDeletion = (rowsAtOnce = 1000): PagedChore => {
  let deleted = 0
  return {
    run: async (client) => {
      deleted = await deleteClosedAccount(drizzle(client), rowsAtOnce)
      return deleted
    },
    hasMore: () => deleted > 0,
  }
}
