import { defaultRequestCondition } from '@knockwire/domain/conditions/condition-rules'
import type { ActiveHours, Expectation } from '@knockwire/domain/heartbeats/expectation'
import { defaultExpectation } from '@knockwire/domain/heartbeats/heartbeat-rules'
import { fallbackTimeZone } from '@knockwire/domain/schedules/schedule-zone'
import { type ConditionRow, conditionRowsOf, toCondition } from '../../../components/condition-editor/condition-form.ts'
import { keepUntouched } from '../../../lib/forms/keep-untouched.ts'

/** When a receiver expects calls, as it is being edited. Its fields have the names of their errors. */
export interface ExpectationForm {
  /** Whether it expects any; the other fields are kept while it does not. */
  expectsCalls: boolean
  expectationMode: Expectation['mode']
  /** In seconds; empty text while nothing is typed. */
  everySeconds: number | string
  cronExpression: string
  timezone: string
  graceSeconds: number | string
  /** Empty text: a run has no time limit of its own. */
  maxRunSeconds: number | string
  /** It counts only within the days and hours below, which are kept while it does not. */
  hasActiveHours: boolean
  /** The numbers of the days, from 1 for Monday, in their order: `12345`. */
  activeDays: string
  activeFrom: string
  activeUntil: string
  countsHead: boolean
  /** A call is a success only where it meets the condition below, which is kept while it need not. */
  hasSuccessCondition: boolean
  /** Its rows as JSON, so that they are compared, and saved or not, as one. */
  successRows: string
}

export const successRowsOf = ({ successRows }: Pick<ExpectationForm, 'successRows'>) =>
  JSON.parse(successRows) as ConditionRow[]

const officeHours: ActiveHours = { days: [1, 2, 3, 4, 5], from: '09:00', until: '17:00' }

const browsersZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

export const expectationFormOf = (saved: Expectation | null, zone = browsersZone()): ExpectationForm => {
  const expectation = saved ?? defaultExpectation
  const hours = expectation.activeHours ?? officeHours
  // A zone that is used and not given is UTC; one that is needed first begins with that of the browser.
  const timezone = saved !== null && usesZone(saved) ? fallbackTimeZone : zone
  return {
    expectsCalls: saved !== null,
    expectationMode: expectation.mode,
    everySeconds: expectation.everySeconds ?? defaultExpectation.everySeconds ?? '',
    cronExpression: expectation.expression ?? '',
    timezone: expectation.timezone ?? timezone,
    graceSeconds: expectation.graceSeconds,
    maxRunSeconds: expectation.maxRunSeconds ?? '',
    hasActiveHours: expectation.activeHours !== null,
    activeDays: hours.days.toSorted((a, b) => a - b).join(''),
    activeFrom: hours.from,
    activeUntil: hours.until,
    countsHead: expectation.countsHead,
    hasSuccessCondition: expectation.successCondition !== null,
    successRows: JSON.stringify(conditionRowsOf(expectation.successCondition ?? defaultRequestCondition)),
  }
}

const usesZone = ({ mode, activeHours }: Expectation) => mode !== 'EVERY' || activeHours !== null

/** What is sent of a stored expectation: within its mode, fields that were not edited go back as they came. */
export const editedExpectation = (stored: Expectation | null, form: ExpectationForm): Expectation | null => {
  const [before, after] = [toExpectation(expectationFormOf(stored)), toExpectation(form)]
  if (stored === null || before === null || after?.mode !== stored.mode) return after
  return keepUntouched({ stored, before, after })
}

/** A number that is missing is one that the schema rejects. */
export const toExpectation = (form: ExpectationForm): Expectation | null => {
  if (!form.expectsCalls) return null
  const { expectationMode } = form
  const [isCron, isEvery] = [expectationMode === 'CRON', expectationMode === 'EVERY']
  return {
    mode: form.expectationMode,
    everySeconds: isEvery ? Number(form.everySeconds) : null,
    expression: isCron ? form.cronExpression : null,
    timezone: !isEvery || form.hasActiveHours ? form.timezone : null,
    graceSeconds: form.graceSeconds === '' ? Number.NaN : Number(form.graceSeconds),
    maxRunSeconds: form.maxRunSeconds === '' ? null : Number(form.maxRunSeconds),
    activeHours: form.hasActiveHours
      ? { days: Array.from(form.activeDays, Number), from: form.activeFrom, until: form.activeUntil }
      : null,
    countsHead: form.countsHead,
    successCondition: form.hasSuccessCondition ? toCondition(successRowsOf(form)) : null,
  }
}
