import { readNumber } from '../numbers.ts'
import type { JsonValue } from '../json-value.ts'
import { numericComparisons, type SourceDefinition } from './source.ts'

export const responseCode: SourceDefinition = {
  event: 'execution',
  label: 'Response Code',
  property: null,
  defaultComparison: 'number_equal_to',
  sensibleComparisons: [...numericComparisons, 'has_changed', 'any', 'is_null', 'not_null'],
  describe: () => 'status code',
  unit: null,
  body: null,
  part: 'statusCode',
  mayBeAbsent: false,
  ofResponse: ['is_null', 'not_null', 'any'],
  read: ({ statusCode }) => statusCode,
  checkProperty: null,
  example: {
    usual: [200, 500, 404, 302],
    toGiven: wholeNumberOf,
    propertyKey: (property) => property.trim(),
    apply: (observation, _property, value) => {
      if (value === null) return null
      return { ...observation, statusCode: typeof value === 'number' ? value : observation.statusCode }
    },
  },
}

/** Status codes and milliseconds are none but these. */
export function wholeNumberOf(value: JsonValue): number | undefined {
  const number = readNumber(value)
  return number !== null && Number.isInteger(number) && number >= 0 ? number : undefined
}
