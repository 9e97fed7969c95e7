import { compare, readNumber } from './compare.ts'
import { isNumeric } from './comparisons.ts'
import type { Comparison, ConditionSource, SimpleCondition } from './condition.ts'
import { type JsonValue, textOf } from './json-value.ts'

/** What a source often gives, the likeliest first. */
const usual: Readonly<Record<ConditionSource, readonly [JsonValue, ...JsonValue[]]>> = {
  response_code: [200, 500, 404, 302],
  response_time: [123, 1234],
  response_header: ['example', 'another example'],
  response_body_json: ['example', 'another example'],
  response_body_html_element: ['example', 'another example'],
  response_body_text: ['example', 'another example'],
}

/**
 * A value of one source, such as a header, for which all of the comparisons with it hold; where none is found, since
 * they contradict each other perhaps, one that the source often gives. All operands are of that source.
 */
export function exampleValue(source: ConditionSource, operands: readonly SimpleCondition[]): JsonValue {
  const made = operands.flatMap(near).concat(together(operands), true, false)
  const possible = [...usual[source], ...made.flatMap((value) => asGiven(source, value)), null]
  return possible.find((value) => operands.every((operand) => holds(operand, value))) ?? fallback(source, operands)
}

const fallback = (source: ConditionSource, operands: readonly SimpleCondition[]) =>
  operands.every((operand) => holds(operand, null)) ? null : usual[source][0]

/** What came before was another. */
const holds = ({ comparison, rightValue }: SimpleCondition, value: JsonValue) =>
  compare(comparison, { value, rightValue, previous: ['before'] })

/** The right value itself and what lies around it. */
function near({ comparison, rightValue }: SimpleCondition): JsonValue[] {
  const number = readNumber(rightValue)
  if (isNumeric(comparison) && number !== null) return [number, Math.floor(number) + 1, Math.ceil(number) - 1]
  return [rightValue ?? '']
}

/** What has all the right values in it: as one text, and as a collection. */
function together(operands: readonly SimpleCondition[]): JsonValue[] {
  const textsOf = (wanted: Comparison) =>
    operands.filter(({ comparison }) => comparison === wanted).map(({ rightValue }) => textOf(rightValue ?? ''))
  const keys = textsOf('collection_has_key')
  const values = textsOf('collection_has_value')
  const members = [...keys.map((key) => [key, 'example']), ...values.map((value, at) => [`item${at + 1}`, value])]
  return [textsOf('string_contain').join(' '), keys.length === 0 ? values : Object.fromEntries(members)]
}

/** The value in the form in which the source gives one; none where it cannot. */
function asGiven(source: ConditionSource, value: JsonValue): JsonValue[] {
  switch (source) {
    case 'response_code':
    case 'response_time': {
      const number = readNumber(value)
      return number !== null && Number.isInteger(number) && number >= 0 ? [number] : []
    }
    case 'response_body_json':
      return [value]
    case 'response_header':
    case 'response_body_html_element':
      // Without line breaks, and no space at the ends.
      return [textOf(value).replace(/\s+/g, ' ').trim()]
    case 'response_body_text':
      return [textOf(value)]
  }
}
