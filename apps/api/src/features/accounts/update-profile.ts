import { accounts } from '@knockwire/db/schema/accounts'
import type { UpdateProfileInput } from '@knockwire/domain/accounts/profile'
import { eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'

export const updateProfile = async (
  { db }: ApiContext,
  { accountId }: Caller,
  { firstName, lastName }: UpdateProfileInput,
): Promise<void> => {
  await db.update(accounts).set({ firstName, lastName }).where(eq(accounts.id, accountId))
}
