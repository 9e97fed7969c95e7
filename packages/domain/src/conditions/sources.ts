import { Comparison, type ConditionSource, type SimpleCondition } from './condition.ts'

export interface SourceRule {
  label: string
  /** The property box's label and example; null where the source has no property (TN-24 to TN-28). */
  property: { label: string; example: string } | null
  defaultComparison: Comparison
  /** Those that make sense for the source; all others are offered after them. */
  sensible: readonly Comparison[]
}

const numbers = Comparison.options.filter((comparison) => comparison.startsWith('number_'))
const strings = Comparison.options.filter((comparison) => comparison.startsWith('string_'))

export const sources: Readonly<Record<ConditionSource, SourceRule>> = {
  response_code: {
    label: 'Response Code',
    property: null,
    defaultComparison: 'number_equal_to',
    sensible: [...numbers, 'has_changed', 'any', 'is_null', 'not_null'],
  },
  response_time: {
    label: 'Response Time',
    property: null,
    defaultComparison: 'number_greater_than',
    sensible: [...numbers, 'any', 'is_null', 'not_null'],
  },
  response_header: {
    label: 'Response Header',
    property: { label: 'Header name', example: 'content-type' },
    defaultComparison: 'string_equal_to',
    sensible: [...strings, 'has_changed', 'is_null', 'not_null', ...numbers, 'any'],
  },
  response_body_json: {
    label: 'Response Body (JSON)',
    property: { label: 'JSON path', example: '$.data.items[0].price' },
    defaultComparison: 'string_equal_to',
    sensible: [...strings, ...numbers, 'has_changed', 'boolean_is_true', 'boolean_is_false', 'is_null', 'not_null'],
  },
  response_body_html_element: {
    label: 'Response Body (HTML Element)',
    property: { label: 'CSS selector', example: '#main .price' },
    defaultComparison: 'string_equal_to',
    sensible: [...strings, 'has_changed', 'is_null', 'not_null', ...numbers, 'any'],
  },
  response_body_text: {
    label: 'Response Body (Text)',
    property: null,
    defaultComparison: 'string_equal_to',
    sensible: [...strings, 'has_changed', 'is_null', 'not_null', ...numbers, 'any'],
  },
}

/** Every comparison, the source's sensible ones first. */
export const comparisonsFor = (source: ConditionSource): Comparison[] => [
  ...new Set([...sources[source].sensible, ...Comparison.options]),
]

/** A condition whose source was changed starts anew (TN-35 to TN-39). */
export const withSource = (source: ConditionSource): SimpleCondition => ({
  source,
  property: '',
  comparison: sources[source].defaultComparison,
  rightValue: 200,
})
