import { joinedHeader } from '../../headers/read-headers.ts'
import { type JsonValue, textOf } from '../json-value.ts'
import { numericComparisons, type Observation, type SourceDefinition, textComparisons } from './source.ts'

/** RFC 9110 section 5.1. */
const headerName = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/

export const responseHeader: SourceDefinition = {
  event: 'execution',
  label: 'Response Header',
  property: { label: 'Header name', example: 'content-type' },
  defaultComparison: 'string_equal_to',
  sensibleComparisons: [...textComparisons, 'has_changed', 'is_null', 'not_null', ...numericComparisons, 'any'],
  describe: (property) => `response header ${property}`,
  unit: null,
  body: null,
  part: 'headers',
  mayBeAbsent: true,
  read: ({ headers }, property) => joinedHeader(headers ?? [], property.trim()),
  checkProperty: (property) => {
    const name = property.trim()
    if (name === '') return 'Enter a header name.'
    return headerName.test(name) ? null : 'This is not a valid header name.'
  },
  example: {
    usual: ['example', 'another example'],
    toGiven: lineOf,
    propertyKey: (property) => property.trim().toLowerCase(),
    apply: withHeader,
  },
}

/** Without line breaks, and no space at the ends. */
export function lineOf(value: JsonValue): string {
  return textOf(value).replace(/\s+/g, ' ').trim()
}

export function withHeader(observation: Observation, name: string, value: JsonValue): Observation {
  if (name === '') return observation
  const others = (observation.headers ?? []).filter(([other]) => other.toLowerCase() !== name)
  return { ...observation, headers: value === null ? others : [...others, [name, textOf(value)]] }
}
