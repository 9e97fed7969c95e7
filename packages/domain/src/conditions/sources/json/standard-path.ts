import {
  JSONPathEnvironment,
  JSONPathError,
  type FilterFunction,
  jsonpath,
  type JSONPathQuery,
  type JSONValue,
} from 'json-p3'
import { ExactNumber } from '../../comparing/exact-number.ts'
import { isCollection, type JsonValue } from '../../json-value.ts'
import { compareNumbersExactly } from './exact-filter.ts'
import { readZeroDecimals } from './number-literals.ts'
import { maxJsonDepth } from './parse-json.ts'
import { BudgetExceeded, JsonPathError } from './simple-path.ts'

const { FilterQuery, FunctionExtension, InfixExpression, LogicalExpression, PrefixExpression } = jsonpath.expressions
type Expression = InstanceType<typeof LogicalExpression>['expression']

/** Selects every value of a document that a path leads to, in document order, or throws BudgetExceeded. */
export type Select = (document: JsonValue, budget: number) => JsonValue[]

/**
 * Reads a path by RFC 9535: all of it, filters, functions and slices that run backwards included. Its budget counts
 * steps: a selector that is tried on a value, a value that a filter looks at, a value that is selected.
 * @throws JsonPathError
 */
export function parseStandardPath(path: string): Select {
  const steps = new Steps()
  const query = compile(path, steps)
  countSteps(query, steps)
  return (document, budget) => {
    steps.left = budget
    try {
      return Array.from(query.lazyQuery(document as JSONValue), ({ value }) => value as JsonValue)
    } catch (error) {
      // The library passes lists on as arguments, of which there may be only so many.
      if (error instanceof RangeError) throw new BudgetExceeded()
      throw error
    }
  }
}

/** Those that a query may still take. */
class Steps {
  left = 0

  charge(steps: number) {
    this.left -= steps
    if (this.left < 0) throw new BudgetExceeded()
  }
}

function compile(path: string, steps: Steps): JSONPathQuery {
  // One level more for the root, and one since it stops on reaching the limit.
  const environment = new JSONPathEnvironment({ maxRecursionDepth: maxJsonDepth + 2 })
  readZeroDecimals(environment)
  wrap(environment, 'length', (call, [value]) => {
    if (typeof value === 'string') return lengthOf(value, steps)
    // A number has no length, though the library takes this one for an object.
    return call(value instanceof ExactNumber ? value.valueOf() : value)
  })
  wrap(environment, 'match', onTexts(steps))
  wrap(environment, 'search', onTexts(steps))
  try {
    return environment.compile(path)
  } catch (error) {
    if (!(error instanceof JSONPathError)) throw error
    const reason = withoutPosition(error.message).replace(/\s+/g, ' ').slice(0, maxReasonLength)
    throw new JsonPathError(`Invalid JSON path: ${reason} at character ${error.token.index + 1}.`)
  }
}

const maxReasonLength = 150

/** A message ends with a part of the path and where it stands, such as ` ('[?@.id=5]':13)`. */
function withoutPosition(message: string): string {
  const start = message.indexOf("('")
  return start >= 0 && /':\d+\)\.?$/.test(message) ? message.slice(0, start).trimEnd() : message
}

type Call = FilterFunction['call']

/** The library applies some functions to more than section 2.4 of the RFC defines them for. */
function wrap(environment: JSONPathEnvironment, name: string, wrapper: (call: Call, args: unknown[]) => unknown) {
  const original = environment.functionRegister.get(name)
  if (original === undefined) throw new RangeError(`json-p3 has no function ${name}.`)
  const { argTypes, returnType } = original
  const call: Call = (...args: unknown[]) => wrapper(original.call.bind(original), args)
  environment.functionRegister.set(name, { argTypes, returnType, call })
}

const charactersPerStep = 20
const levelsPerStep = 4
const stepsPerDescent = 4

/** In characters, not in halves of them (section 2.4.4). */
function lengthOf(text: string, steps: Steps): number {
  steps.charge(text.length / charactersPerStep)
  return Array.from(text).length
}

/** What is no text matches nothing (section 2.4.6). */
const onTexts =
  (steps: Steps) =>
  (call: Call, [text, pattern]: unknown[]): unknown => {
    if (typeof text !== 'string' || typeof pattern !== 'string') return false
    steps.charge((text.length + pattern.length) / charactersPerStep)
    return call(text, pattern)
  }

/** Makes each step of a query count, those of the queries in its filters too. */
function countSteps({ segments }: JSONPathQuery, steps: Steps) {
  for (const segment of segments) {
    const visit = segment.toString().startsWith('..') ? stepsPerDescent : 1
    for (const selector of segment.selectors) {
      const resolve = selector.resolve.bind(selector)
      selector.resolve = (node) => {
        // The way to a place is copied at each level, and each level hands it on.
        steps.charge(visit + node.location.length / levelsPerStep)
        const selected = resolve(node)
        steps.charge(selected.length)
        return selected
      }
      if (selector instanceof jsonpath.selectors.FilterSelector) countFilter(selector.expression, steps)
    }
  }
}

function countFilter(expression: Expression, steps: Steps) {
  const evaluate = expression.evaluate.bind(expression)
  expression.evaluate = (context) => {
    steps.charge(1)
    return evaluate(context)
  }
  countQueries(expression, steps)
}

function countQueries(expression: Expression, steps: Steps) {
  if (expression instanceof FilterQuery) countSteps(expression.path, steps)
  for (const part of partsOf(expression)) countQueries(part, steps)
  compareNumbersExactly(expression)
  if (expression instanceof InfixExpression) countComparedParts(expression, steps)
}

function partsOf(expression: Expression): Expression[] {
  if (expression instanceof LogicalExpression) return [expression.expression]
  if (expression instanceof PrefixExpression) return [expression.right]
  if (expression instanceof InfixExpression) return [expression.left, expression.right]
  return expression instanceof FunctionExtension ? expression.args : []
}

/** Two collections are compared part by part. */
function countComparedParts({ left, right, logical }: InstanceType<typeof InfixExpression>, steps: Steps) {
  if (logical || !mayBeCollection(left) || !mayBeCollection(right)) return
  const evaluate = left.evaluate.bind(left)
  left.evaluate = (context) => {
    const value = evaluate(context)
    if (value instanceof jsonpath.JSONPathNodeList)
      for (const node of value) chargeParts(node.value as JsonValue, steps)
    return value
  }
}

const mayBeCollection = (expression: Expression) =>
  expression instanceof FilterQuery || expression instanceof FunctionExtension

function chargeParts(value: JsonValue, steps: Steps) {
  if (!isCollection(value)) return
  const parts = Object.values(value)
  steps.charge(parts.length)
  for (const part of parts) chargeParts(part, steps)
}
