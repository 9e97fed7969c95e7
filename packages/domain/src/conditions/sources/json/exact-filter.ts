import { jsonpath } from 'json-p3'
import { compareExactly } from '../../comparing/compare-exactly.ts'
import { ExactNumber, keepValue } from '../../comparing/exact-number.ts'
import { contentEquals, isCollection, type JsonValue } from '../../json-value.ts'
import { readExactly } from '../../numbers.ts'

const { InfixExpression, NumberLiteral } = jsonpath.expressions
type Expression = InstanceType<typeof InfixExpression>['left']

/**
 * Makes a part of a filter compare numbers exactly as they are written, in the document and in the path; the library knows
 * those of JavaScript alone, and takes an ExactNumber for an object without members.
 */
export function compareNumbersExactly(expression: Expression): void {
  if (expression instanceof NumberLiteral) keepLiteral(expression)
  else if (expression instanceof InfixExpression && !expression.logical) keepComparison(expression)
}

function keepLiteral(literal: InstanceType<typeof NumberLiteral>): void {
  const exact = keepValue('', literal.value, { source: literal.token.value })
  if (exact instanceof ExactNumber) literal.evaluate = () => exact as never
}

function keepComparison(expression: InstanceType<typeof InfixExpression>): void {
  const { left, right, operator } = expression
  expression.evaluate = (context) => {
    const [found, other] = [left.evaluate(context), right.evaluate(context)]
    const [a, b] = [valueOf(found), valueOf(other)]
    if (isPlain(a) && isPlain(b)) return comparePlain(a, operator, b)
    if (a instanceof ExactNumber || b instanceof ExactNumber || (isJsonCollection(a) && isJsonCollection(b)))
      return compare(a as JsonValue, operator, b as JsonValue)
    // Both sides are known already.
    const known = { left: { evaluate: () => found }, operator, right: { evaluate: () => other }, logical: false }
    return InfixExpression.prototype.evaluate.call(known as unknown as typeof expression, context)
  }
}

type Plain = number | string | boolean | null

const isPlain = (value: unknown): value is Plain =>
  value === null || typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean'

/** As the library does, which would evaluate both sides once more. */
function comparePlain(a: Plain, operator: string, b: Plain): boolean {
  if (operator === '==') return a === b
  if (operator === '!=') return a !== b
  if (operator.endsWith('=') && a === b) return true
  const isOrdered = typeof a === typeof b && (typeof a === 'number' || typeof a === 'string')
  if (!isOrdered || a === null || b === null) return false
  return operator.startsWith('<') ? a < b : a > b
}

/** Of a query that found one place, what is there. */
const valueOf = (found: unknown): unknown =>
  found instanceof jsonpath.JSONPathNodeList && found.nodes.length === 1 ? found.nodes[0]?.value : found

const isJsonCollection = (value: unknown): boolean =>
  !(value instanceof jsonpath.JSONPathNodeList) && isCollection((value ?? null) as JsonValue)

/** RFC 9535, section 2.3.5.2.2. */
function compare(a: JsonValue, operator: string, b: JsonValue): boolean {
  const isEqual = areEqual(a, b)
  if (operator === '==') return isEqual
  if (operator === '!=') return !isEqual
  if (operator.endsWith('=') && isEqual) return true
  const order = orderOf(a, b)
  if (order === null) return false
  return operator.startsWith('<') ? order < 0 : order > 0
}

const areEqual = (a: JsonValue, b: JsonValue): boolean => {
  const order = orderOf(a, b)
  return order === null ? contentEquals(a, b) : order === 0
}

/** Null where one of them is no number; a text is none here. */
const orderOf = (a: JsonValue, b: JsonValue): number | null => {
  if (!isNumeric(a) || !isNumeric(b)) return null
  const [left, right] = [readExactly(a), readExactly(b)]
  return left === null || right === null ? null : compareExactly(left, right)
}

const isNumeric = (value: JsonValue): boolean => typeof value === 'number' || value instanceof ExactNumber
