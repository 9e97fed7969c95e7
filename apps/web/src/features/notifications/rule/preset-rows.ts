import {
  conditionPresets,
  type PresetInput,
  type PresetName,
  type PresetOffer,
  presetOf,
} from '@knockwire/domain/conditions/presets'
import { type ConditionRow, groupsOf } from '../../../components/condition-editor/condition-form.ts'

/** The rows that a preset puts in place of those that are there, and the field that is to be filled in next. */
export function presetRows(name: PresetName, offer: PresetOffer): { rows: ConditionRow[]; input: PresetInput | null } {
  const { operands, input } = conditionPresets[name]
  const rows = operands(offer).map((operand, at) => ({ ...operand, key: at, alternative: at }))
  return { rows, input: input(offer) }
}

export const presetOfRows = (rows: readonly ConditionRow[]): PresetName | null =>
  presetOf(groupsOf(rows).map((group) => group.map(({ row }) => row)))
