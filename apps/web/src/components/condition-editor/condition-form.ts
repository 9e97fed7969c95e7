import { hidesRightValue, toRightValue } from '@knockwire/domain/conditions/comparing/comparisons'
import type { FieldErrors } from '@knockwire/domain/errors'
import type { Condition, ConditionSource, SimpleCondition } from '@knockwire/domain/conditions/condition'
import {
  alternativesOf,
  defaultCondition,
  defaultRequestCondition,
  maxOperands,
  withSource,
} from '@knockwire/domain/conditions/condition-rules'
import { sources } from '@knockwire/domain/conditions/sources/registry'
import type { ConditionEvent } from '@knockwire/domain/conditions/sources/source'

/** One comparison as it is being edited. */
export interface ConditionRow extends Omit<SimpleCondition, 'rightValue'> {
  rightValue: string
  /** Identifies the row while others are added and removed. */
  key: number
  /** The rows of one alternative stand together, and must all be met. Grows from one to the next, perhaps with gaps. */
  alternative: number
}

const rowOf = ({ rightValue, ...operand }: SimpleCondition, key: number, alternative: number): ConditionRow => ({
  ...operand,
  rightValue: rightValue === null ? '' : String(rightValue),
  key,
  alternative,
})

export const conditionRowsOf = (condition: Condition): ConditionRow[] =>
  alternativesOf(condition)
    .flatMap((operands, alternative) => operands.map((operand) => ({ operand, alternative })))
    .map(({ operand, alternative }, key) => rowOf(operand, key, alternative))

/** The rows by alternative, each with its place among all of them, by which its errors are named. */
export const groupsOf = (rows: readonly ConditionRow[]): { row: ConditionRow; index: number }[][] => [
  ...Map.groupBy(
    rows.map((row, index) => ({ row, index })),
    ({ row }) => row.alternative,
  ).values(),
]

/** What is sent: several rows as an advanced condition, whose first operand the simple fields mirror. */
export function toCondition(rows: readonly ConditionRow[]): Condition {
  const orOperands = groupsOf(rows).map((group) => ({ andOperands: group.map(({ row }) => toOperand(row)) }))
  const first = orOperands[0]?.andOperands[0] ?? toOperand(rowOf(defaultCondition, 0, 0))
  return { ...first, advancedCondition: rows.length > 1 ? { orOperands } : null }
}

const toOperand = ({ source, property, comparison, rightValue }: ConditionRow): SimpleCondition => ({
  source,
  property: sources[source].property === null ? '' : property.trim(),
  comparison,
  rightValue: hidesRightValue(comparison) ? null : toRightValue(comparison, rightValue),
})

export const withRow = (rows: readonly ConditionRow[], index: number, change: Partial<ConditionRow>): ConditionRow[] =>
  rows.map((row, at) => (at === index ? { ...row, ...change } : row))

/** Another source starts the row over (TN-35 to TN-39). */
export const sourceChange = (source: ConditionSource): Partial<ConditionRow> => {
  const operand = withSource(source)
  return { ...operand, rightValue: String(operand.rightValue) }
}

export const canAddRow = (rows: readonly ConditionRow[]) => rows.length < maxOperands

/** Where a new row of the alternative stands: behind its last one. */
export const newRowIndex = (rows: readonly ConditionRow[], alternative: number): number =>
  rows.findLastIndex((row) => row.alternative <= alternative) + 1

export const withNewRow = (rows: readonly ConditionRow[], alternative: number): ConditionRow[] =>
  canAddRow(rows)
    ? rows.toSpliced(newRowIndex(rows, alternative), 0, rowOf(newCondition(rows), nextKey(rows), alternative))
    : [...rows]

/** A further one is about the same: an execution, or a request. */
const newCondition = (rows: readonly ConditionRow[]): Condition =>
  eventOf(rows) === 'request' ? defaultRequestCondition : defaultCondition

/** What the rows are decided on. */
export const eventOf = ([first]: readonly ConditionRow[]): ConditionEvent =>
  first === undefined ? 'execution' : sources[first.source].event

/** Begins with its own row. */
export const newAlternative = (rows: readonly ConditionRow[]): number => (rows.at(-1)?.alternative ?? -1) + 1

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

/** Errors stay with their rows: `placeOf` gives the new place of each, and null where its row was removed. */
function movedErrors(errors: FieldErrors, placeOf: (index: number) => number | null): FieldErrors {
  const moved = Object.entries(errors).flatMap(([key, message]) => {
    const [, field, digits] = /^(property|rightValue)\.(\d+)$/.exec(key) ?? []
    if (field === undefined) return [[key, message]]
    const place = placeOf(Number(digits))
    return place === null ? [] : [[`${field}.${place}`, message]]
  })
  return Object.fromEntries(moved)
}

/** The errors of the rows behind a removed one move up with them. */
export function errorsWithoutRow(errors: FieldErrors, removed: number): FieldErrors {
  const { [wholeKey]: _tooMany, ...ofRows } = errors
  return movedErrors(ofRows, (index) => (index === removed ? null : index < removed ? index : index - 1))
}

/** The errors of the rows behind an added one move down with them. */
export const errorsWithNewRow = (errors: FieldErrors, added: number): FieldErrors =>
  movedErrors(errors, (index) => (index < added ? index : index + 1))
