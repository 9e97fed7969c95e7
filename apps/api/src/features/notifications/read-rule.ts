import { accounts } from '@knockwire/db/schema/accounts'
import type { Transaction } from '@knockwire/db/client'
import { checkCondition } from '@knockwire/domain/conditions/check-condition'
import { type Condition, normalizeCondition, operandsOf } from '@knockwire/domain/conditions/condition'
import type { FieldErrors } from '@knockwire/domain/errors'
import { defaultFiring, type Firing } from '@knockwire/domain/notifications/firing'
import { and, eq } from 'drizzle-orm'
import type { Caller } from '../../context.ts'

/** The condition as it would be kept, and what speaks against it. */
export const readCondition = async (
  tx: Transaction,
  caller: Caller,
  sent: Condition,
): Promise<{ condition: Condition; errors: FieldErrors }> => {
  const errors = checkCondition(sent)
  const isSeveral = operandsOf(sent).length > 1
  if (isSeveral && !(await mayCombine(tx, caller))) {
    return {
      condition: sent,
      errors: { ...errors, tooManyConditions: 'Your account has one condition a notification.' },
    }
  }
  return { condition: normalizeCondition(sent), errors }
}

const mayCombine = async (tx: Transaction, { accountId }: Caller): Promise<boolean> => {
  const found = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), accounts.isAdvancedConditionEnabled))
  return found.length > 0
}

/** Only what tells once that it started has something to tell when it stops. */
export const readFiring = (sent: Firing = defaultFiring): Firing => ({
  ...sent,
  tellsRecovery: sent.mode === 'ON_START' && sent.tellsRecovery,
})
