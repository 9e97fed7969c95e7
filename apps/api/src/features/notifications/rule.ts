import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from '@knockwire/db/client'
import { accounts } from '@knockwire/db/schema/accounts'
import { alertStates } from '@knockwire/db/schema/notifications'
import { checkCondition } from '@knockwire/domain/conditions/check-condition'
import type { Condition } from '@knockwire/domain/conditions/condition'
import { normalizeCondition, operandsOf } from '@knockwire/domain/conditions/condition-rules'
import { maskCondition } from '@knockwire/domain/conditions/mask-condition'
import type { FieldErrors } from '@knockwire/domain/errors'
import type { Firing } from '@knockwire/domain/notifications/firing'
import type { Secrets } from '@knockwire/services/secrets/secrets'
import { and, eq } from 'drizzle-orm'
import type { Caller } from '../../context.ts'
import type { StoredNotification } from './owner.ts'

/** The condition as it would be stored, and what is wrong with it. */
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

/** Only a notification that is sent once when a problem starts has an end of it to wait for. */
export const readFiring = (sent: Firing): Firing => ({
  ...sent,
  notifyOnRecovery: sent.mode === 'ON_START' && sent.notifyOnRecovery,
  recoverAfterInARow: sent.mode === 'ON_START' ? sent.recoverAfterInARow : 1,
})

/** What was seen of another condition says nothing about this one. */
export const resetAlertState = async (tx: Transaction, before: StoredNotification, condition: Condition | null) => {
  if (isDeepStrictEqual(before.condition, condition)) return
  await forgetAlertState(tx, before)
}

/** It begins as a new notification does. */
export const forgetAlertState = async (tx: Transaction, { id }: StoredNotification) => {
  await tx.delete(alertStates).where(eq(alertStates.notificationId, id))
}

export const shownCondition = (secrets: Secrets | null, condition: Condition): Condition =>
  secrets === null ? maskCondition(condition) : condition
