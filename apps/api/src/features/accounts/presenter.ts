import type { AccountView } from '@knockwire/domain/accounts/account'
import { plans } from '@knockwire/domain/plans/plans'
import type { AccountRow } from './queries.ts'

export const presentAccount = (
  account: AccountRow,
  verifiedEmails: string[],
  usage: AccountView['usage'],
  server: AccountView['server'],
): AccountView => ({
  plan: account.plan,
  maxTaskNumber: plans[account.plan].tasks,
  user: { email: account.email, firstName: account.firstName, lastName: account.lastName },
  isEmailVerified: verifiedEmails.includes(account.email),
  verifiedEmails,
  usage,
  taskListSortKey: account.taskListSortKey,
  settings: { isAdvancedConditionEnabled: account.isAdvancedConditionEnabled },
  server,
})
