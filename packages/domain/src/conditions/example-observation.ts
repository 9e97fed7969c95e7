import type { Condition, ConditionSource, SimpleCondition } from './condition.ts'
import { exampleElement } from './example-html.ts'
import { withValueAt } from './example-json.ts'
import { exampleValue } from './example-value.ts'
import { type JsonValue, textOf } from './json-value.ts'
import { operandsOf } from './operands.ts'
import type { Observation } from './resolve-value.ts'

/** What an execution may give for which the condition holds, as far as such can be made up. */
export interface ExampleObservation {
  observation: Observation
  /** That of the first operand. */
  value: JsonValue
}

/** A source with its property, and a value that suits all that is asked of it. */
interface Given {
  source: ConditionSource
  property: string
  value: JsonValue
}

export function exampleObservation(condition: Condition): ExampleObservation {
  const all = givenBy(operandsOf(condition))
  if (isWithoutResponse(all)) return { observation: noResponse, value: null }
  const body = bodyOf(all)
  const observation = {
    statusCode: numberOf(all, 'response_code', 200),
    responseTimeMs: numberOf(all, 'response_time', 123),
    headers: headersOf(all, body.type),
    body: body.text,
  }
  return { observation, value: all[0]?.value ?? null }
}

const noResponse: Observation = { statusCode: null, responseTimeMs: null, headers: null, body: null }

function givenBy(operands: readonly SimpleCondition[]): Given[] {
  const groups = Map.groupBy(operands, ({ source, property }) => JSON.stringify([source, keyOf(source, property)]))
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const { source, property } = first
    return [{ source, property: keyOf(source, property), value: exampleValue(source, group) }]
  })
}

const keyOf = (source: ConditionSource, property: string) =>
  source === 'response_header' ? property.trim().toLowerCase() : property.trim()

/** Only then there is no code and no time. */
const isWithoutResponse = (all: readonly Given[]) =>
  all.some(({ source, value }) => value === null && (source === 'response_code' || source === 'response_time'))

function numberOf(all: readonly Given[], wanted: ConditionSource, otherwise: number): number {
  const value = all.find(({ source }) => source === wanted)?.value
  return typeof value === 'number' ? value : otherwise
}

function headersOf(all: readonly Given[], contentType: string): [name: string, value: string][] {
  const asked = all.filter(({ source, property }) => source === 'response_header' && property !== '')
  const headers = new Map<string, JsonValue>([['content-type', contentType]])
  for (const { property, value } of asked) headers.set(property, value)
  return [...headers].flatMap(([name, value]) => (value === null ? [] : [[name, textOf(value)]]))
}

const exampleDocument: JsonValue = { status: 'ok', items: [{ name: 'first', price: 9.5 }] }

/** Of the first kind that is asked for: a body is not several at once. */
function bodyOf(all: readonly Given[]): { type: string; text: string | null } {
  const kind = all.find(({ source }) => source.startsWith('response_body_'))?.source
  const asked = all.filter(({ source }) => source === kind)
  switch (kind) {
    case 'response_body_text': {
      const text = asked[0]?.value ?? null
      return { type: 'text/plain', text: text === null ? null : textOf(text) }
    }
    case 'response_body_html_element':
      return { type: 'text/html', text: pageOf(asked) }
    default:
      return { type: 'application/json', text: JSON.stringify(asked.reduce(withGiven, exampleDocument)) }
  }
}

/** Where a path is too peculiar for an example, the document stays. */
const withGiven = (document: JsonValue, { property, value }: Given): JsonValue => {
  const changed = withValueAt(document, property, value)
  return changed === undefined ? document : changed
}

const pageOf = (asked: readonly Given[]) =>
  asked.map(({ property, value }) => (value === null ? '' : exampleElement(property, textOf(value)))).join('\n') ||
  '<p>example</p>'
