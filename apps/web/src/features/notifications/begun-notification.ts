import { defaultCondition } from '@knockwire/domain/conditions/condition-rules'
import type { ConditionRow } from './rule/condition-form.ts'

const [propertyParam, valueParam] = ['notify-property', 'notify-value']

/** Longer values are no help to compare with. */
const longestValue = 200

/** The query of a task's page that begins a notification about a value of its JSON body, by its path. */
export function notificationQuery(path: string, written: string): string {
  const value = valueOf(written)
  const query = new URLSearchParams({ [propertyParam]: path })
  if (value.length <= longestValue) query.set(valueParam, value)
  return query.toString()
}

/** A string without its quotes, anything else as written. */
function valueOf(written: string): string {
  try {
    const value: unknown = JSON.parse(written)
    return typeof value === 'string' ? value : written
  } catch {
    return written
  }
}

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
  }
}
