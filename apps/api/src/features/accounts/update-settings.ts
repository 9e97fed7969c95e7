import { accounts } from '@knockwire/db/schema/accounts'
import type { UpdateSettingsInput } from '@knockwire/domain/accounts/account'
import { eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'

export const updateSettings = async ({ db }: ApiContext, { accountId }: Caller, input: UpdateSettingsInput) => {
  await db.update(accounts).set({ taskListSortKey: input.taskListSortKey }).where(eq(accounts.id, accountId))
}
