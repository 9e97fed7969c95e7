import { describe, expect, it } from 'vitest'
import { Comparison, type Condition, type ConditionSource, type SimpleCondition } from './condition.ts'
import { defaultCondition, sourcesOf } from './condition-rules.ts'
import { evaluateObserved } from './evaluate.ts'
import { exampleObservation } from './example-observation.ts'
import { extractValue } from './sources/readers.ts'

const conditionOf = (...operands: Partial<SimpleCondition>[]): Condition => {
  const { advancedCondition: _, ...simple } = defaultCondition
  const andOperands = operands.map((operand) => ({ ...simple, ...operand }))
  return { ...defaultCondition, advancedCondition: { orOperands: [{ andOperands }] } }
}

const before = { statusCode: 418, responseTimeMs: 7, headers: [], body: '"before"' }

/** Decided as a real execution is. */
const decide = (condition: Condition) => {
  const { observation, value } = exampleObservation(condition)
  const verdict = evaluateObserved(condition, observation, [before], extractValue)
  return { observation, value, read: verdict.value, kind: verdict.kind }
}

const properties: Partial<Record<ConditionSource, string>> = {
  response_header: 'X-Queue',
  response_body_json: '$.data.items[1].price',
  response_body_html_element: '#main .price',
}

/** Numbers and texts have no members, what comes as text is no truth of JSON's, and a body that was read is a text. */
const isPossible = (source: ConditionSource, comparison: Comparison) => {
  const isNumber = source === 'response_code' || source === 'response_time'
  if (source === 'response_body_text' && comparison === 'is_null') return false
  if (comparison.startsWith('collection_')) return source === 'response_body_json'
  return !(isNumber && comparison.startsWith('boolean_'))
}

const all = sourcesOf('execution').flatMap((source) =>
  Comparison.options
    .filter((comparison) => isPossible(source, comparison))
    .map((comparison): [ConditionSource, Comparison] => [source, comparison]),
)

describe('an example meets its condition', () => {
  it.each(all)('%s %s', (source, comparison) => {
    for (const rightValue of ['404', 404, '200', 200]) {
      const condition = conditionOf({ source, comparison, rightValue, property: properties[source] ?? '' })
      const { kind, value, read } = decide(condition)
      expect({ rightValue, kind, read }).toEqual({ rightValue, kind: 'met', read: value })
    }
  })

  it.each<[string, Partial<SimpleCondition>[]]>([
    ['a text', [{ source: 'response_body_text', comparison: 'string_equal_to', rightValue: 'Sold out' }]],
    [
      'a code within bounds',
      [
        { comparison: 'number_greater_than', rightValue: 200 },
        { comparison: 'number_less_than', rightValue: 300 },
      ],
    ],
    [
      'a code and a time',
      [
        { comparison: 'number_equal_to', rightValue: 200 },
        { source: 'response_time', comparison: 'number_greater_than', rightValue: 2_500.5 },
      ],
    ],
    [
      'a code and a member of a document',
      [
        { comparison: 'number_equal_to', rightValue: 500 },
        { source: 'response_body_json', property: '$.status', comparison: 'string_equal_to', rightValue: 'down' },
      ],
    ],
    [
      'several texts within one',
      [
        { source: 'response_header', property: 'etag', comparison: 'string_contain', rightValue: 'a' },
        { source: 'response_header', property: 'ETag', comparison: 'string_contain', rightValue: '<b>' },
        { source: 'response_header', property: 'etag', comparison: 'string_not_equal_to', rightValue: 'a <b>c' },
      ],
    ],
    [
      'several members of one document',
      [
        { source: 'response_body_json', property: '$.status', comparison: 'string_equal_to', rightValue: 'down' },
        { source: 'response_body_json', property: '$.items[0].price', comparison: 'number_less_than', rightValue: 3 },
        { source: 'response_body_json', property: '$.items[0].name', comparison: 'is_null', rightValue: null },
      ],
    ],
    [
      'elements of one list',
      [
        { source: 'response_body_json', property: '$.list[0]', comparison: 'string_equal_to', rightValue: 'a' },
        { source: 'response_body_json', property: '$.list[1]', comparison: 'string_equal_to', rightValue: 'b' },
        { source: 'response_body_json', property: '$.list[0]', comparison: 'not_null', rightValue: null },
      ],
    ],
    ['an element of many', [{ source: 'response_body_json', property: '$.list[20]', comparison: 'not_null' }]],
    [
      'a collection with keys and values',
      [
        { source: 'response_body_json', property: '$', comparison: 'collection_has_key', rightValue: '__proto__' },
        { source: 'response_body_json', property: '$', comparison: 'collection_has_value', rightValue: 7 },
      ],
    ],
    [
      'every price',
      [{ source: 'response_body_json', property: '$..price', comparison: 'number_equal_to', rightValue: 4 }],
    ],
    ['all items', [{ source: 'response_body_json', property: '$.items[*]', comparison: 'not_null', rightValue: null }]],
    [
      'elements',
      [
        {
          source: 'response_body_html_element',
          property: 'div > span.new.price',
          comparison: 'string_equal_to',
          rightValue: 'a < b',
        },
        { source: 'response_body_html_element', property: 'h1', comparison: 'string_not_equal_to', rightValue: '' },
      ],
    ],
    ['no response', [{ comparison: 'is_null', rightValue: null }]],
  ])('of %s', (_what, operands) => {
    const { kind, value, read } = decide(conditionOf(...operands))
    expect({ kind, read }).toEqual({ kind: 'met', read: value })
  })
})

it.each<[ConditionSource, string]>([
  ['response_body_json', 'application/json'],
  ['response_body_html_element', 'text/html'],
  ['response_body_text', 'text/plain'],
])('an example of %s says that it is %s', (source, contentType) => {
  const { observation } = exampleObservation(conditionOf({ source, property: properties[source] ?? '' }))
  expect(observation.headers).toEqual([['content-type', contentType]])
})

describe('where none can be made', () => {
  it.each<[string, Partial<SimpleCondition>[]]>([
    [
      'a contradiction',
      [
        { comparison: 'number_equal_to', rightValue: 200 },
        { comparison: 'number_equal_to', rightValue: 500 },
      ],
    ],
    ['a code that is no number', [{ comparison: 'string_equal_to', rightValue: 'OK' }]],
  ])('%s: it shows what such a source often gives', (_what, operands) => {
    expect(exampleObservation(conditionOf(...operands))).toMatchObject({ value: 200, observation: { statusCode: 200 } })
  })

  it.each([
    ['a path that is still being typed', 'response_body_json', '$.items['],
    ['a far index', 'response_body_json', '$[900000000000]'],
    ['a selector with an attribute', 'response_body_html_element', 'a[href^="/buy"]:first-child'],
  ] as const)('%s: the value fits all the same', (_what, source, property) => {
    const condition = conditionOf({ source, property, comparison: 'string_equal_to', rightValue: 'x' })
    const { value, observation } = exampleObservation(condition)
    expect(value).toBe('x')
    expect(observation.body?.length).toBeLessThan(1_000)
  })
})

it.each(['$.items[?@.price > 5]', '$.items[::-1]', '$..items[?length(@.name) == 5].name'])(
  'keeps the example document for %s, to which no value can be given',
  (property) => {
    const { observation } = exampleObservation(conditionOf({ source: 'response_body_json', property }))
    expect(JSON.parse(observation.body ?? '')).toMatchObject({ items: [{ price: 9.5 }] })
  },
)
