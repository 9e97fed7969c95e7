import { compare } from '@knockwire/domain/conditions/comparing/compare'
import { comparisonLabels, hidesRightValue } from '@knockwire/domain/conditions/comparing/comparisons'
import type { Comparison, ConditionSource } from '@knockwire/domain/conditions/condition'
import { sourcesOf } from '@knockwire/domain/conditions/condition-rules'
import type { JsonValue } from '@knockwire/domain/conditions/json-value'
import { sources } from '@knockwire/domain/conditions/sources/registry'
import type { ConditionEvent } from '@knockwire/domain/conditions/sources/source'

const values: JsonValue[] = [null, 200, 500, '200', 'down', true, { a: 1 }, [1, 2]]

/** What each comparison of the truth table is compared with. */
const rightValueOf = (comparison: Comparison) => {
  if (comparison === 'collection_has_key') return 'a'
  if (comparison === 'collection_has_value') return 1
  if (comparison.startsWith('string_')) return comparison.endsWith('contain') ? '0' : '200'
  return 200
}

const comparisons = Object.keys(comparisonLabels) as Comparison[]

/** Every comparison on the same eight values, decided by the code that decides notifications. */
export const truthTable = {
  values: values.map((value) => JSON.stringify(value)),
  rows: comparisons.map((comparison) => {
    const rightValue = rightValueOf(comparison)
    return {
      comparison,
      label: comparisonLabels[comparison],
      rightValue: hidesRightValue(comparison) ? '' : JSON.stringify(rightValue),
      cells: values.map((value) => compare(comparison, { value, rightValue, previous: 200 })),
    }
  }),
}

const meanings: Record<ConditionSource, string> = {
  response_code: 'The status code, a number.',
  response_time: 'Milliseconds until the response was complete.',
  response_header:
    'The header of that name, in any case. Several headers of one name are joined with `, `. `null` if there is none.',
  response_body_json:
    'What a JSON path finds: one match is that value, several are an array, none is `null`. An empty path is the whole document.',
  response_body_html_element:
    'The text of the first element that a CSS selector matches, as a reader sees it: trimmed, white space folded, a space between lines, items and cells, and nothing that is hidden. `null` if nothing matches.',
  response_body_text: 'The body as text.',
  request_method: '`GET` or `POST`.',
  request_header:
    'The header of that name, in any case. Several headers of one name are joined with `, `. `null` if there is none.',
  request_body_json: 'What a JSON path finds in the body, as of a response.',
  request_form_field: 'The field of that name of a form-encoded body. `null` if there is none.',
  request_body_html_element:
    'The text of the first element of an HTML or XML body that a CSS selector matches. `null` if nothing matches.',
  request_body_text: 'The body as text.',
}

const tableOf = (event: ConditionEvent) =>
  sourcesOf(event).map((source) => ({
    source,
    label: sources[source].label,
    property: sources[source].property,
    meaning: meanings[source],
  }))

export const sourceTable = tableOf('execution')
export const requestSourceTable = tableOf('request')
