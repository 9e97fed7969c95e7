import { hidesRightValue, toRightValue } from '@knockwire/domain/conditions/comparisons'
import type { FieldErrors } from '@knockwire/domain/errors'
import type { Condition, ConditionSource, SimpleCondition } from '@knockwire/domain/conditions/condition'
import { defaultCondition, maxOperands, operandsOf, withSource } from '@knockwire/domain/conditions/condition-rules'
import { sources } from '@knockwire/domain/conditions/sources/registry'

/** One comparison as it is being edited. */
export interface ConditionRow extends Omit<SimpleCondition, 'rightValue'> {
  rightValue: string
  /** Identifies the row while others are added and removed. */
  key: number
}

const rowOf = ({ rightValue, ...operand }: SimpleCondition, key: number): ConditionRow => ({
  ...operand,
  rightValue: rightValue === null ? '' : String(rightValue),
  key,
})

export const conditionRowsOf = (condition: Condition): ConditionRow[] => operandsOf(condition).map(rowOf)

/** What is sent: several rows as an advanced condition, whose first operand the simple fields mirror. */
export function toCondition(rows: readonly ConditionRow[]): Condition {
  const operands = rows.map(toOperand)
  const [first = toOperand(rowOf(defaultCondition, 0))] = operands
  return { ...first, advancedCondition: operands.length > 1 ? { orOperands: [{ andOperands: operands }] } : null }
}

const toOperand = ({ source, property, comparison, rightValue }: ConditionRow): SimpleCondition => ({
  source,
  property: sources[source].property === null ? '' : property.trim(),
  comparison,
  rightValue: hidesRightValue(comparison) ? null : toRightValue(comparison, rightValue),
})

export const withRow = (rows: readonly ConditionRow[], index: number, change: Partial<ConditionRow>): ConditionRow[] =>
  rows.map((row, at) => (at === index ? { ...row, ...change } : row))

/** Another source starts the row anew (TN-35 to TN-39). */
export const sourceChange = (source: ConditionSource): Partial<ConditionRow> => {
  const operand = withSource(source)
  return { ...operand, rightValue: String(operand.rightValue) }
}

export const canAddRow = (rows: readonly ConditionRow[]) => rows.length < maxOperands

export const withNewRow = (rows: readonly ConditionRow[]): ConditionRow[] =>
  canAddRow(rows) ? [...rows, rowOf(defaultCondition, nextKey(rows))] : [...rows]

export const withoutRow = (rows: readonly ConditionRow[], index: number): ConditionRow[] =>
  rows.filter((_, at) => at !== index)

const nextKey = (rows: readonly ConditionRow[]) => Math.max(-1, ...rows.map(({ key }) => key)) + 1

/** The key of the error about all rows together. */
const wholeKey = 'tooManyConditions'

/** Clears the errors a change may have fixed: another comparison needs another value, another source all fields. */
export function clearRowErrors(errors: FieldErrors, index: number, change: Partial<ConditionRow>): FieldErrors {
  const cleared = new Set<string>()
  if ('source' in change || 'property' in change) cleared.add(`property.${index}`)
  if ('source' in change || 'comparison' in change || 'rightValue' in change) cleared.add(`rightValue.${index}`)
  return Object.fromEntries(Object.entries(errors).filter(([key]) => !cleared.has(key)))
}

/** The errors of the rows behind a removed one move up with them. */
export function errorsWithoutRow(errors: FieldErrors, removed: number): FieldErrors {
  const remaining = Object.entries(errors).flatMap(([key, message]) => {
    if (key === wholeKey) return []
    const [, field, digits] = /^(property|rightValue)\.(\d+)$/.exec(key) ?? []
    const index = Number(digits)
    if (field === undefined || index < removed) return [[key, message]]
    return index === removed ? [] : [[`${field}.${index - 1}`, message]]
  })
  return Object.fromEntries(remaining)
}
