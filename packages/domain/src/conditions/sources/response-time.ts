import { wholeNumberOf } from './response-code.ts'
import { numericComparisons, type SourceDefinition } from './source.ts'

export const responseTime: SourceDefinition = {
  event: 'execution',
  label: 'Response Time',
  property: null,
  defaultComparison: 'number_greater_than',
  sensibleComparisons: [...numericComparisons, 'any', 'is_null', 'not_null'],
  describe: () => 'response time',
  unit: 'ms',
  body: null,
  part: 'responseTimeMs',
  mayBeAbsent: false,
  ofResponse: ['is_null', 'not_null', 'any'],
  read: ({ responseTimeMs }) => responseTimeMs,
  checkProperty: null,
  example: {
    usual: [123, 1234],
    toGiven: wholeNumberOf,
    propertyKey: (property) => property.trim(),
    apply: (observation, _property, value) => {
      if (value === null) return null
      return { ...observation, responseTimeMs: typeof value === 'number' ? value : observation.responseTimeMs }
    },
  },
}
