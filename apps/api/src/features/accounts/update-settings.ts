import { accounts } from '@knockwire/db/schema/accounts'
import type { UpdateSettingsInput } from '@knockwire/domain/accounts/account'
import { eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'

export const updateSettings = async (
  { db }: ApiContext,
  { accountId }: Caller,
  { taskListSortKey, isAdvancedConditionEnabled }: UpdateSettingsInput,
) => {
  const changes = {
    ...(taskListSortKey !== undefined && { taskListSortKey }),
    ...(isAdvancedConditionEnabled !== undefined && { isAdvancedConditionEnabled }),
  }
  await db.update(accounts).set(changes).where(eq(accounts.id, accountId))
}
