import { conditionPresets, nothingOffered, type PresetName, presetNamesOf } from '@knockwire/domain/conditions/presets'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useLimits } from '../../../lib/session/limits.ts'
import type { NotificationOwner } from '../owner.ts'
import { type ConditionRow, eventOf } from './condition-form.ts'
import { presetOfferQuery } from './preset-offer-query.ts'
import { presetOfRows, presetRows } from './preset-rows.ts'
import classes from './preset-choice.module.css'

interface PresetChoiceProps {
  owner: NotificationOwner
  rows: readonly ConditionRow[]
  /** Whether the account may have conditions of several comparisons. */
  canCombine: boolean
  /** Puts these rows in place of the others, and the focus into the field of this name, where there is one. */
  onChoose: (rows: ConditionRow[], field: string | null) => void
}

/** Ordinary conditions by what they are for. The one that the editor shows is pressed, and explained. */
export function PresetChoice({ owner, rows, canCombine, onChoose }: PresetChoiceProps) {
  const id = useId()
  const { data: offer = nothingOffered } = useQuery(presetOfferQuery(owner))
  const failures = useLimits()?.failuresBeforeDeactivation ?? null
  const chosen = presetOfRows(rows)
  const choose = (name: PresetName) => {
    const preset = presetRows(name, offer)
    onChoose(preset.rows, preset.input && `${preset.input}.0`)
  }
  const isOffered = (name: PresetName) => canCombine || conditionPresets[name].operands(offer).length === 1
  return (
    <div className={classes.choice}>
      <div role="group" aria-labelledby={id} className={classes.presets}>
        <span id={id} className={classes.label}>
          Notify me when
        </span>
        {presetNamesOf(eventOf(rows))
          .filter(isOffered)
          .map((name) => (
            <button
              key={name}
              type="button"
              className={classes.preset}
              aria-pressed={name === chosen}
              onClick={() => choose(name)}
            >
              {conditionPresets[name].label}
            </button>
          ))}
      </div>
      <p role="status" className={classes.meaning}>
        {chosen !== null && conditionPresets[chosen].meaning}
        {chosen === 'down' && failures !== null && (
          <>
            {' '}
            A task is deactivated after {failures} failed executions in a row. Then no recovery is sent until you
            activate it.
          </>
        )}
      </p>
    </div>
  )
}
