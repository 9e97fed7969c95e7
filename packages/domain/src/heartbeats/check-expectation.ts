import { checkCondition } from '../conditions/check-condition.ts'
import type { Condition } from '../conditions/condition.ts'
import { operandsOf, usesPreviousValue } from '../conditions/condition-rules.ts'
import { readsSecret } from '../conditions/mask-condition.ts'
import type { FieldErrors } from '../errors.ts'
import { checkCronExpression } from '../schedules/cron/cron-expression.ts'
import { fallbackTimeZone } from '../schedules/schedule-zone.ts'
import { isTimeZone } from '../schedules/zone-clock.ts'
import type { Expectation } from './expectation.ts'
import { mostLearnedGrace } from './learned/usual.ts'
import { nextExpected } from './next-expected.ts'

/** What keeps an expectation from being used from now on, under the names of the form's fields. Only the fields of its mode count. */
export const checkExpectation = (expectation: Expectation, nowMs: number): FieldErrors => ({
  ...checkTimes(expectation, nowMs),
  ...(expectation.successCondition && checkSuccessCondition(expectation.successCondition)),
})

/** Under the names that `checkCondition` has: each call stands for itself, and anyone who may see a receiver sees its condition. */
const checkSuccessCondition = (condition: Condition): FieldErrors => {
  const operands = operandsOf(condition)
  const secret = operands.findIndex(readsSecret)
  return {
    ...checkCondition(condition),
    ...(operands.some(usesPreviousValue) && { tooManyConditions: 'A call is not compared with the one before it.' }),
    ...(secret >= 0 && { [`property.${secret}`]: 'This header may hold a secret. Choose another one.' }),
  }
}

const checkTimes = (expectation: Expectation, nowMs: number): FieldErrors => {
  const { mode, everySeconds, expression, timezone } = expectation
  if (!isTimeZone(timezone ?? fallbackTimeZone)) return { timezone: 'Choose a timezone.' }
  if (mode === 'LEARNED')
    return expectation.graceSeconds > mostLearnedGrace ? { graceSeconds: 'Enter a time of at most 1 hour.' } : {}
  if (mode === 'EVERY') return everySeconds === null ? { everySeconds: 'Enter how often a signal is expected.' } : {}
  const unreadable = checkCronExpression(expression ?? '')
  if (unreadable !== null) return { cronExpression: unreadable }
  if (nextExpected(expectation, nowMs) !== null) return {}
  return { cronExpression: 'No date ever matches this cron expression.' }
}
