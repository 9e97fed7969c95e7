import { compare } from './comparing/compare.ts'
import { isNumeric } from './comparing/comparisons.ts'
import type { Comparison, Condition, ConditionSource, SimpleCondition } from './condition.ts'
import { alternativesOf, asksForResponse } from './condition-rules.ts'
import { type JsonValue, textOf } from './json-value.ts'
import { readNumber } from './numbers.ts'
import { bodyParsers } from './sources/body-parsers.ts'
import { bodyParserOf } from './sources/readers.ts'
import { sources } from './sources/registry.ts'
import type { ConditionEvent, Observation } from './sources/source.ts'

/**
 * A value of one source, such as a header, for which all of the comparisons with it hold; where none is found, since
 * they contradict each other perhaps, one that the source often gives. All operands are of that source.
 */
function exampleValue(source: ConditionSource, operands: readonly SimpleCondition[]): JsonValue {
  const { usual, toGiven } = sources[source].example
  const made = operands.flatMap(near).concat(together(operands), true, false)
  const given = made.map(toGiven).filter((value) => value !== undefined)
  const possible = [...usual, ...given, null]
  return possible.find((value) => operands.every((operand) => holds(operand, value))) ?? fallback(source, operands)
}

const fallback = (source: ConditionSource, operands: readonly SimpleCondition[]) =>
  operands.every((operand) => holds(operand, null)) ? null : sources[source].example.usual[0]

/** What came before was another. Null is a value only of what a response may lack; else no response came. */
const holds = (operand: SimpleCondition, value: JsonValue) => {
  const { source, comparison, rightValue } = operand
  const isUnread = value === null && !sources[source].mayBeAbsent && !asksForResponse(operand)
  return !isUnread && compare(comparison, { value, rightValue, previous: ['before'] })
}

/** The right value itself and what lies around it. */
function near({ comparison, rightValue }: SimpleCondition): JsonValue[] {
  const number = readNumber(rightValue)
  if (isNumeric(comparison) && number !== null)
    return [number, rightValue ?? '', Math.floor(number) + 1, Math.ceil(number) - 1]
  return [rightValue ?? '']
}

/** What has all the right values in it: as one text, and as a collection. */
function together(operands: readonly SimpleCondition[]): JsonValue[] {
  const textsOf = (requested: Comparison) =>
    operands.filter(({ comparison }) => comparison === requested).map(({ rightValue }) => textOf(rightValue ?? ''))
  const keys = textsOf('collection_has_key')
  const values = textsOf('collection_has_value')
  const members = [...keys.map((key) => [key, 'example']), ...values.map((value, at) => [`item${at + 1}`, value])]
  return [textsOf('string_contain').join(' '), keys.length === 0 ? values : Object.fromEntries(members)]
}

/** What an execution or a request may give for which the condition holds, as far as such can be made up. */
interface ExampleObservation {
  observation: Observation
  /** That of the first operand. */
  value: JsonValue
}

/** A source with its property, and a value that suits all of the condition. */
interface Given {
  source: ConditionSource
  property: string
  value: JsonValue
}

export function exampleObservation(condition: Condition): ExampleObservation {
  const all = givenBy(alternativesOf(condition)[0] ?? [])
  const bodySource = all.find(({ source }) => sources[source].body !== null)?.source ?? null
  const bodyOnes = all.filter(({ source }) => source === bodySource)
  const others = all.filter(({ source }) => sources[source].body === null)
  // A body is not several at once, so the first kind that is needed decides.
  const start = withBody(sources[condition.source].event, bodySource, bodyOnes)
  const observation = [...bodyOnes, ...others].reduce<Observation | null>(
    (made, { source, property, value }) => made && sources[source].example.apply(made, property, value),
    start,
  )
  if (observation === null) return { observation: noResponse, value: null }
  return { observation, value: all[0]?.value ?? null }
}

const noResponse: Observation = { statusCode: null, responseTimeMs: null, headers: null, body: null }

const exampleRequest = { method: 'POST', statusCode: null, responseTimeMs: null }

function withBody(event: ConditionEvent, source: ConditionSource | null, given: readonly Given[]): Observation {
  const parser = source && bodyParserOf(source)
  const { contentType, exampleBody } = parser ?? bodyParsers.response_body_json
  return {
    ...(event === 'request' ? exampleRequest : { statusCode: 200, responseTimeMs: 123 }),
    headers: [['content-type', contentType]],
    body: exampleBody(parser === null ? [] : given),
  }
}

const keyOf = ({ source, property }: SimpleCondition) => sources[source].example.propertyKey(property)

function givenBy(operands: readonly SimpleCondition[]): Given[] {
  const groups = Map.groupBy(operands, (operand) => JSON.stringify([operand.source, keyOf(operand)]))
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    return [{ source: first.source, property: keyOf(first), value: exampleValue(first.source, group) }]
  })
}
