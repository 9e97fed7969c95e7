import { describe, expect, it } from 'vitest'
import { Comparison, type ConditionSource, type SimpleCondition } from './condition.ts'
import { asksForResponse, sourcesOf } from './condition-rules.ts'
import { evaluateCondition } from './evaluate.ts'
import { extractValue } from './sources/readers.ts'
import { sources } from './sources/registry.ts'
import { unresolved } from './sources/source.ts'
import { type JsonValue, textOf } from './json-value.ts'
import type { Observation } from './sources/source.ts'

const kinds = ['null', 'number', 'numeric', 'text', 'trueText', 'true', 'false', 'object', 'array'] as const
type Kind = (typeof kinds)[number]

const values: Record<Kind, JsonValue> = {
  null: null,
  number: 200,
  numeric: '200',
  text: 'ok',
  trueText: 'true',
  true: true,
  false: false,
  object: { a: 1, b: '200' },
  array: [200, 'x'],
}

const shown = (kind: Kind) => textOf(values[kind])
const noResponse: Observation = { statusCode: null, responseTimeMs: null, headers: null, body: null }
const withoutValue: Observation = { statusCode: 200, responseTimeMs: 1, headers: [], body: '{}' }
const texts: readonly Kind[] = ['numeric', 'text', 'trueText']

/** Which kinds of value a source can give, and an execution in which it gives them. */
type ResponseSource = Extract<ConditionSource, `response_${string}`>
const responseSources = sourcesOf('execution') as ResponseSource[]

const observed: Record<
  ResponseSource,
  { property: string; kinds: readonly Kind[]; giving: (kind: Kind) => Observation }
> = {
  response_code: { property: '', kinds: ['number'], giving: () => ({ ...noResponse, statusCode: 200 }) },
  response_time: { property: '', kinds: ['number'], giving: () => ({ ...noResponse, responseTimeMs: 200 }) },
  response_header: {
    property: 'x-value',
    kinds: texts,
    giving: (kind) => ({ ...noResponse, headers: [['X-Value', shown(kind)]] }),
  },
  response_body_json: {
    property: '$.value',
    kinds: kinds.filter((kind) => kind !== 'null'),
    giving: (kind) => ({ ...noResponse, body: JSON.stringify({ value: values[kind] }) }),
  },
  response_body_html_element: {
    property: 'b',
    kinds: texts,
    giving: (kind) => ({ ...noResponse, body: `<p>price: <b>\n ${shown(kind)} </b></p>` }),
  },
  response_body_text: { property: '', kinds: texts, giving: (kind) => ({ ...noResponse, body: shown(kind) }) },
}

/** For each comparison and right value, the kinds of value for which it holds. */
const rows: [Comparison, string | number | null, readonly Kind[]][] = [
  ['any', null, kinds],
  ['is_null', null, ['null']],
  ['string_equal_to', '200', ['number', 'numeric']],
  ['string_equal_to', 200, ['number', 'numeric']],
  ['string_equal_to', 'true', ['trueText', 'true']],
  ['string_equal_to', '{"a":1,"b":"200"}', ['object']],
  ['string_equal_to', '[200,"x"]', ['array']],
  ['string_equal_to', 'null', []],
  ['string_equal_to', '', []],
  ['string_contain', '20', ['number', 'numeric', 'object', 'array']],
  ['string_contain', 'k', ['text']],
  ['string_contain', 'OK', []],
  ['number_equal_to', 200, ['number', 'numeric']],
  ['number_equal_to', ' 200.0 ', ['number', 'numeric']],
  ['number_equal_to', 'ok', []],
  ['number_equal_to', 0, []],
  ['number_equal_to', 1, []],
  ['number_equal_to', null, []],
  ['number_greater_than', 199, ['number', 'numeric']],
  ['number_greater_than', 200, []],
  ['number_greater_than', -1, ['number', 'numeric']],
  ['number_greater_than_or_equal_to', 200, ['number', 'numeric']],
  ['number_greater_than_or_equal_to', 201, []],
  ['number_less_than', 201, ['number', 'numeric']],
  ['number_less_than', 200, []],
  ['number_less_than_or_equal_to', 200, ['number', 'numeric']],
  ['number_less_than_or_equal_to', 199, []],
  ['collection_has_key', 'a', ['object']],
  ['collection_has_key', 1, ['array']],
  ['collection_has_key', '2', []],
  ['collection_has_key', '01', []],
  ['collection_has_key', 'toString', []],
  ['collection_has_key', 'length', []],
  ['collection_has_value', 200, ['object', 'array']],
  ['collection_has_value', '1.0', ['object']],
  ['collection_has_value', 'x', ['array']],
  ['collection_has_value', 'X', []],
  ['boolean_is_true', null, ['trueText', 'true']],
  ['boolean_is_false', null, ['false']],
]

const negations: [Comparison, Comparison][] = [
  ['string_not_equal_to', 'string_equal_to'],
  ['string_not_contain', 'string_contain'],
  ['number_not_equal_to', 'number_equal_to'],
  ['not_null', 'is_null'],
]

const negated = negations.flatMap(([negation, partner]) =>
  rows
    .filter(([comparison]) => comparison === partner)
    .map(([, rightValue, holding]): (typeof rows)[number] => [
      negation,
      rightValue,
      kinds.filter((kind) => !holding.includes(kind)),
    ]),
)

function holds(
  source: ResponseSource,
  comparison: Comparison,
  rightValue: string | number | null,
  kind: Kind,
  before?: Kind,
) {
  const { property, giving } = observed[source]
  const operand: SimpleCondition = { source, property, comparison, rightValue }
  const valueOf = (of: Kind) => extractValue(operand, of === 'null' ? withoutValue : giving(of))
  const previous = before === undefined ? null : valueOf(before)
  const verdict = evaluateCondition({ ...operand, advancedCondition: null }, [{ current: valueOf(kind), previous }])
  expect(verdict.value, 'the source gives the value').toEqual(values[kind])
  expect(verdict.kind).toBe(verdict.holds ? 'met' : 'unmet')
  return verdict.holds
}

const unread: [what: string, of: ResponseSource[], Observation][] = [
  ['no response', [...responseSources], noResponse],
  [
    'a body that was cut',
    ['response_body_json', 'response_body_html_element', 'response_body_text'],
    {
      ...withoutValue,
      body: '{"value": 200}<b>200</b>',
      bodyProblem: 'The body is too long: only its beginning is stored.',
    },
  ],
  [
    'a body that is no text',
    ['response_body_json', 'response_body_html_element', 'response_body_text'],
    { ...withoutValue, body: null, bodyProblem: 'The body is not text.' },
  ],
  ['a page instead of JSON', ['response_body_json'], { ...withoutValue, body: '<h1>Unavailable</h1>' }],
  ['JSON that ends too early', ['response_body_json'], { ...withoutValue, body: '{"value":1' }],
  ['an empty body', ['response_body_json'], { ...withoutValue, body: '' }],
  ['JSON that is nested too deep', ['response_body_json'], { ...withoutValue, body: '['.repeat(200) }],
  [
    'a page that is nested too deep',
    ['response_body_html_element'],
    { ...withoutValue, body: '<div>'.repeat(100_000) },
  ],
]

describe.each(unread)('what could not be read because of %s', (_, of, observation) => {
  it.each(of)('meets no comparison of %s, and says why', (source) => {
    for (const comparison of Comparison.options) {
      for (const rightValue of ['200', '', 'x', 0]) {
        const operand: SimpleCondition = { source, property: observed[source].property, comparison, rightValue }
        if (asksForResponse({ source, comparison })) continue
        const given = { current: extractValue(operand, observation), previous: { value: 'before', problem: null } }
        const verdict = evaluateCondition({ ...operand, advancedCondition: null }, [given])
        expect(verdict, comparison).toMatchObject({ kind: 'invalid', holds: false })
        expect(verdict.operands[0]?.reason).toMatch(/ could not be read: [A-Z].*\.$/)
      }
    }
  })
})

it('whether a response came is known where none did', () => {
  const kindOf = (comparison: Comparison, statusCode: number | null) => {
    const operand: SimpleCondition = { source: 'response_code', property: '', comparison, rightValue: 200 }
    const current = statusCode === null ? unresolved('No response arrived.') : extractValue(operand, withoutValue)
    return evaluateCondition({ ...operand, advancedCondition: null }, [{ current, previous: null }]).kind
  }
  expect([kindOf('is_null', null), kindOf('is_null', 200)]).toEqual(['met', 'unmet'])
  expect([kindOf('not_null', null), kindOf('not_null', 200)]).toEqual(['unmet', 'met'])
  expect([kindOf('any', null), kindOf('any', 200)]).toEqual(['met', 'met'])
  expect([kindOf('number_not_equal_to', null), kindOf('number_not_equal_to', 200)]).toEqual(['invalid', 'unmet'])
})

describe('every source with every comparison', () => {
  it('[TN-29, TN-30, TN-31, TN-32, TN-33, TN-34] leaves no comparison out', () => {
    const tested = new Set([...rows, ...negated].map(([comparison]) => comparison))
    expect([...tested, 'has_changed'].toSorted()).toEqual([...Comparison.options].toSorted())
    expect(Object.keys(observed).toSorted()).toEqual([...responseSources].toSorted())
  })

  describe.each(responseSources)('[TN-20] %s', (source) => {
    const possible: Kind[] = sources[source].mayBeAbsent
      ? ['null', ...observed[source].kinds]
      : [...observed[source].kinds]

    it.each([...rows, ...negated])('%s %j', (comparison, rightValue, holding) => {
      const found = possible.filter((kind) => holds(source, comparison, rightValue, kind))
      expect(found).toEqual(possible.filter((kind) => holding.includes(kind)))
    })

    it.each(negations)('%s is the exact negation of %s', (negation, partner) => {
      for (const [, rightValue] of rows.filter(([comparison]) => comparison === partner)) {
        for (const kind of possible) {
          expect(holds(source, negation, rightValue, kind)).toBe(!holds(source, partner, rightValue, kind))
        }
      }
    })

    it('has_changed holds for another content than before, never at the first execution', () => {
      for (const kind of possible) {
        expect(holds(source, 'has_changed', null, kind)).toBe(false)
        for (const before of possible) expect(holds(source, 'has_changed', null, kind, before)).toBe(kind !== before)
      }
    })
  })
})
