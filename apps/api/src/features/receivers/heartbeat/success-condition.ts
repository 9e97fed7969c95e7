import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { accounts } from '@knockwire/db/schema/accounts'
import { operandsOf } from '@knockwire/domain/conditions/condition-rules'
import type { FieldErrors } from '@knockwire/domain/errors'
import type { Expectation } from '@knockwire/domain/heartbeats/expectation'
import { and, eq } from 'drizzle-orm'
import type { Caller } from '../../../context.ts'

/** An account that combines no conditions in its notifications does not here either. */
export const checkCombining = async (
  db: DatabaseOrTransaction,
  { accountId }: Caller,
  { successCondition }: Expectation,
): Promise<FieldErrors> => {
  if (successCondition === null || operandsOf(successCondition).length < 2) return {}
  const isAllowed = await db.$count(accounts, and(eq(accounts.id, accountId), accounts.isAdvancedConditionEnabled))
  return isAllowed > 0 ? {} : { tooManyConditions: 'Your account has one condition.' }
}
