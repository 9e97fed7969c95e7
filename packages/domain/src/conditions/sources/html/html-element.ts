import { lineOf } from '../response-header.ts'
import { numericComparisons, type SourceDefinition, textComparisons } from '../source.ts'

export const htmlElement: SourceDefinition = {
  event: 'execution',
  label: 'Response Body (HTML Element)',
  property: { label: 'CSS selector', example: '#main .price' },
  defaultComparison: 'string_equal_to',
  sensibleComparisons: [...textComparisons, 'has_changed', 'is_null', 'not_null', ...numericComparisons, 'any'],
  describe: (property) => `HTML element ${property}`,
  unit: null,
  // Parsing a page takes some ten times as long as parsing JSON.
  body: { quickLength: 32_768 },
  part: 'body',
  mayBeAbsent: true,
  read: null,
  checkProperty: null,
  example: {
    usual: ['example', 'another example'],
    toGiven: lineOf,
    propertyKey: (property) => property.trim(),
    apply: (observation) => observation,
  },
}
