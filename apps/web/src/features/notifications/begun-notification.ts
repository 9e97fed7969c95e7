import { defaultCondition } from '@knockwire/domain/conditions/condition-rules'
import { isPresetName, nothingOffered } from '@knockwire/domain/conditions/presets'
import { presetParam, propertyParam, sourceParam, valueParam } from './notification-query.ts'
import type { ConditionRow } from '../../components/condition-editor/condition-form.ts'
import { presetRows } from './rule/preset-rows.ts'

const html = 'response_body_html_element'

/** Whether the address of a page begins a notification. */
export const beginsNotification = (search: URLSearchParams): boolean =>
  search.has(presetParam) || search.has(propertyParam)

/**
 * The condition that such a query begins with; null where it begins none. One about a value is met when it changes, and
 * has the value at hand to compare with, should another comparison be chosen.
 * @param canCombine - whether the account may have conditions of several comparisons.
 */
export function begunCondition(search: URLSearchParams, canCombine: boolean): ConditionRow[] | null {
  const preset = search.get(presetParam)
  if (preset !== null && isPresetName(preset)) {
    const { rows } = presetRows(preset, nothingOffered)
    // One comparison does not cover all of it: the first one covers what is called failed, no response.
    return canCombine ? rows : rows.slice(0, 1)
  }
  const property = search.get(propertyParam)
  if (property === null) return null
  const rightValue = search.get(valueParam) ?? ''
  return [
    {
      ...defaultCondition,
      source: search.get(sourceParam) === html ? html : 'response_body_json',
      property,
      comparison: 'has_changed',
      rightValue,
      key: 0,
      alternative: 0,
    },
  ]
}
