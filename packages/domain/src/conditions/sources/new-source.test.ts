import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type BodyParser, resolved, type SourceDefinition } from './source.ts'

/** Sources that do not exist: everything below is derived from their definitions. */
const headerCount: SourceDefinition = {
  event: 'execution',
  label: 'Number of headers',
  property: null,
  defaultComparison: 'number_greater_than',
  sensibleComparisons: ['number_greater_than'],
  describe: () => 'number of headers',
  unit: 'headers',
  body: null,
  part: 'headers',
  mayBeAbsent: false,
  read: ({ headers }) => headers?.length ?? null,
  checkProperty: null,
  example: {
    usual: [3],
    toGiven: (value) => value,
    propertyKey: () => '',
    apply: (observation, _property, value) => ({
      ...observation,
      headers: Array.from({ length: Number(value) }, () => ['x', '1'] as const),
    }),
  },
}
const csvColumn: SourceDefinition = {
  ...headerCount,
  label: 'CSV column',
  property: { label: 'Column', example: '2' },
  describe: (property) => `CSV column ${property}`,
  unit: null,
  body: { quickLength: 1000 },
  part: 'body',
  mayBeAbsent: true,
  read: null,
  example: { ...headerCount.example, toGiven: String, propertyKey: (property) => property, apply: (made) => made },
}
const csvParser: BodyParser<string[]> = {
  checkProperty: (property) => (/^\d+$/.test(property) ? null : 'Enter the number of a column.'),
  parse: (body) => body.split(','),
  select: (cells, property) => resolved(cells[Number(property)] ?? null),
  contentType: 'text/csv',
  exampleBody: (given) => given.map(({ value }) => value).join(','),
}

vi.mock(import('./registry.ts'), async (importOriginal) => {
  const { sources } = await importOriginal()
  return { sources: { ...sources, header_count: headerCount, csv_column: csvColumn } }
})
vi.mock(import('./body-parsers.ts'), async (importOriginal) => {
  const { bodyParsers } = await importOriginal()
  return { bodyParsers: { ...bodyParsers, csv_column: csvParser } }
})

// Their names are not known to the compiler, since they are not in the registry's source.
const [header_count, csv_column] = ['header_count', 'csv_column'] as unknown as ['response_time', 'response_body_json']
const simple = { property: '', comparison: 'number_greater_than', rightValue: 2, advancedCondition: null } as const

// Other files leave modules behind that have read the registries, and this one leaves none that has read these.
beforeAll(() => vi.resetModules())
afterAll(() => {
  vi.doUnmock('./registry.ts')
  vi.doUnmock('./body-parsers.ts')
  vi.resetModules()
})

describe('A condition source that is added to the registry, and nowhere else,', () => {
  it('is accepted, stored, described and started with its own rules', async () => {
    const { Condition } = await import('../condition.ts')
    const { comparisonsFor, normalizeCondition, withSource } = await import('../condition-rules.ts')
    const { describeCondition } = await import('../describe.ts')
    const condition = Condition.parse({ ...simple, source: header_count, property: 'left over' })
    expect(normalizeCondition(condition)).toEqual({ ...simple, source: header_count })
    expect(describeCondition(condition)).toBe('Number of headers is greater than 2 headers')
    expect(withSource(header_count).comparison).toBe('number_greater_than')
    expect(comparisonsFor(header_count)[0]).toBe('number_greater_than')
  })

  it('is read, and its example meets its condition', async () => {
    const { extractValue } = await import('./readers.ts')
    const { evaluateObserved } = await import('../evaluate.ts')
    const { exampleObservation } = await import('../example-observation.ts')
    const condition = { ...simple, source: header_count }
    const { observation } = exampleObservation(condition)
    expect(evaluateObserved(condition, observation, [], extractValue)).toMatchObject({ kind: 'met', value: 3 })
  })

  it('has its body parsed once, its property checked, and its example body made', async () => {
    const { createValueReader } = await import('./readers.ts')
    const { checkCondition } = await import('../check-condition.ts')
    const { exampleObservation } = await import('../example-observation.ts')
    const parse = vi.spyOn(csvParser, 'parse')
    const read = createValueReader({ statusCode: 200, responseTimeMs: 1, headers: [], body: 'a,b,c' })
    expect(['2', '1', '9'].map((property) => read({ source: csv_column, property }).value)).toEqual(['c', 'b', null])
    expect(parse).toHaveBeenCalledTimes(1)
    const condition = { ...simple, comparison: 'string_equal_to', rightValue: 'x', source: csv_column } as const
    expect(checkCondition({ ...condition, property: 'two' })).toEqual({
      'property.0': 'Enter the number of a column.',
    })
    expect(exampleObservation({ ...condition, property: '0' }).observation).toMatchObject({
      body: 'x',
      headers: [['content-type', 'text/csv']],
    })
  })
})
