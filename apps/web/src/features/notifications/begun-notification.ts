import { defaultCondition } from '@knockwire/domain/conditions/condition-rules'
import { propertyParam, valueParam } from './notification-query.ts'
import type { ConditionRow } from './rule/condition-form.ts'

/**
 * The condition that such a query begins with; null where it begins none. It is met when the value changes, and has the
 * value at hand to compare with, should another comparison be chosen.
 */
export function begunCondition(search: URLSearchParams): ConditionRow | null {
  const property = search.get(propertyParam)
  if (property === null) return null
  return {
    ...defaultCondition,
    source: 'response_body_json',
    property,
    comparison: 'has_changed',
    rightValue: search.get(valueParam) ?? '',
    key: 0,
    alternative: 0,
  }
}
