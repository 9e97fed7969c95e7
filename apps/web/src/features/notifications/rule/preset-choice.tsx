import { conditionPresets, nothingOffered, type PresetName, presetNamesOf } from '@knockwire/domain/conditions/presets'
import { useQuery } from '@tanstack/react-query'
import { useContext, useId } from 'react'
import type { PresetChoiceProps } from '../../../components/condition-editor/condition-fields.tsx'
import { useLimits } from '../../../lib/session/limits.ts'
import { eventOf } from '../../../components/condition-editor/condition-form.ts'
import { presetOfferQuery } from './preset-offer-query.ts'
import { PresetOwnerContext } from './preset-owner.ts'
import { presetOfRows, presetRows } from './preset-rows.ts'
import classes from './preset-choice.module.css'

/** Ordinary conditions by what they are for. The one that the editor shows is pressed, and explained. */
export function PresetChoice({ rows, canCombine, onChoose }: PresetChoiceProps) {
  const id = useId()
  const owner = useContext(PresetOwnerContext)
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
