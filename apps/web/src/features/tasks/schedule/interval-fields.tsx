import { intervalOptions, isOfferedInterval } from '@knockwire/domain/schedules/intervals'
import { Chip, Fieldset, Input } from '@mantine/core'
import { useId } from 'react'
import { intervalLabel } from './schedule-words.ts'
import classes from './schedule-editor.module.css'
import type { ScheduleFieldsProps } from './schedule-form.ts'

export function IntervalFields({ form, errors, onChange }: ScheduleFieldsProps) {
  const errorId = useId()
  const error = errors['intervalSecond']
  return (
    <Fieldset
      legend="Run every"
      variant="unstyled"
      className={classes.fieldset ?? ''}
      aria-describedby={error === undefined ? undefined : errorId}
    >
      <Chip.Group value={String(form.intervalSecond)} onChange={(value) => onChange({ intervalSecond: Number(value) })}>
        <div className={classes.chips}>
          {choices(form.intervalSecond).map(({ intervalSecond, label }) => (
            <Chip
              key={intervalSecond}
              name="intervalSecond"
              value={String(intervalSecond)}
              variant="outline"
              aria-invalid={error !== undefined || undefined}
            >
              {label}
            </Chip>
          ))}
        </div>
      </Chip.Group>
      {error !== undefined && <Input.Error id={errorId}>{error}</Input.Error>}
      <p className={classes.hint}>
        The first run is at the moment of activation, the next ones at a steady distance from it.
      </p>
    </Fieldset>
  )
}

/** What a task was given by another way than this editor stays choosable. */
const choices = (current: number) =>
  isOfferedInterval(current)
    ? intervalOptions
    : [...intervalOptions, { intervalSecond: current, label: intervalLabel(current) }]
