import { numericComparisons, type SourceDefinition, textComparisons } from '../source.ts'

export const jsonBody: SourceDefinition = {
  event: 'execution',
  label: 'Response Body (JSON)',
  property: { label: 'JSON path', example: '$.data.items[0].price' },
  defaultComparison: 'string_equal_to',
  sensibleComparisons: [
    ...textComparisons,
    ...numericComparisons,
    'has_changed',
    'boolean_is_true',
    'boolean_is_false',
    'is_null',
    'not_null',
  ],
  describe: (property) => (property === '' ? 'JSON body' : `JSON body at ${property}`),
  unit: null,
  body: { quickLength: 131_072 },
  part: 'body',
  mayBeAbsent: true,
  read: null,
  checkProperty: null,
  example: {
    usual: ['example', 'another example'],
    toGiven: (value) => value,
    propertyKey: (property) => property.trim(),
    apply: (observation) => observation,
  },
}
