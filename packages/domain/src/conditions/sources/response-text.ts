import { textOf } from '../json-value.ts'
import { withHeader } from './response-header.ts'
import { numericComparisons, type SourceDefinition, textComparisons } from './source.ts'

export const responseText: SourceDefinition = {
  event: 'execution',
  label: 'Response Body (Text)',
  property: null,
  defaultComparison: 'string_equal_to',
  sensibleComparisons: [...textComparisons, 'has_changed', ...numericComparisons, 'any'],
  describe: () => 'response body',
  unit: null,
  body: 'text',
  part: 'body',
  mayBeAbsent: false,
  read: ({ body }) => body,
  checkProperty: null,
  example: {
    usual: ['example', 'another example'],
    toGiven: textOf,
    propertyKey: (property) => property.trim(),
    apply: (observation, _property, value) => ({
      ...withHeader(observation, 'content-type', 'text/plain'),
      body: value === null ? null : textOf(value),
    }),
  },
}
