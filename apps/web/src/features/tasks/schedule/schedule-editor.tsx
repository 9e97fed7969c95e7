import '../../../theme/mantine-later-styles.ts'
import { intervalOptions, isOfferedInterval, scheduleModes } from '@knockwire/domain/schedules/schedule-choices'
import { Chip, Fieldset, Input, SegmentedControl, Skeleton } from '@mantine/core'
import { Suspense, useId } from 'react'
import classes from './schedule-editor.module.css'
import { type ScheduleFieldsProps, withMode } from './schedule-form.ts'
import { describeInterval, intervalLabel, modeLabels } from './schedule-labels.ts'
import { useLimits } from '../../../lib/session/limits.ts'
import { OnArrival } from '../../../lib/browser/focus.ts'
import { lazyPart } from '../../../lib/navigation/lazy-part.ts'
import { optionOf } from '../../../lib/format/options.ts'

/** With the libraries that read cron expressions. */
const CronFields = lazyPart(async () => (await import('./cron-fields.tsx')).CronFields)
const CatchUpFields = lazyPart(async () => (await import('./catch-up-fields.tsx')).CatchUpFields)
const OneTimeFields = lazyPart(async () => (await import('./one-time-fields.tsx')).OneTimeFields)

function IntervalFields({ fields: { values: form, errors, change } }: ScheduleFieldsProps) {
  const errorId = useId()
  const error = errors['intervalSecond']
  return (
    <Fieldset
      legend="Run every"
      variant="unstyled"
      className={classes.fieldset ?? ''}
      aria-describedby={error === undefined ? undefined : errorId}
    >
      <Chip.Group value={String(form.intervalSecond)} onChange={(value) => change({ intervalSecond: Number(value) })}>
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
        Runs as soon as the task is activated, then {describeInterval(form.intervalSecond).toLowerCase()}.
      </p>
    </Fieldset>
  )
}

/** What a task was given by another way than this editor stays choosable. */
const choices = (current: number) =>
  isOfferedInterval(current)
    ? intervalOptions
    : [...intervalOptions, { intervalSecond: current, label: intervalLabel(current) }]

interface ScheduleEditorProps extends ScheduleFieldsProps {
  /** All of its fields are there: those of a cron expression and of a date are loaded after the others. */
  onArrival?: () => void
}

/** When the task runs: every so often, by a cron expression, or once. */
export function ScheduleEditor({ onArrival, ...props }: ScheduleEditorProps) {
  const { values: form, change } = props.fields
  const choose = (value: string) => {
    const chosen = withMode(form, optionOf(scheduleModes, value), Date.now())
    change({ mode: chosen.mode, ...(chosen.oneTimeMode !== form.oneTimeMode && { oneTimeMode: chosen.oneTimeMode }) })
  }
  return (
    <div className={classes.editor}>
      <SegmentedControl
        fullWidth
        className={classes.modes}
        aria-label="Schedule mode"
        name="mode"
        value={form.mode}
        onChange={choose}
        data={scheduleModes.map((mode) => ({ value: mode, label: modeLabels[mode] }))}
      />
      {form.mode === 'INTERVAL' && <IntervalFields {...props} />}
      <Suspense fallback={<Skeleton height={240} />}>
        {form.mode === 'CUSTOM' && <CronFields {...props} />}
        {form.mode === 'ONE_TIME' && <OneTimeFields {...props} />}
        <CatchUpFields {...props} />
        {onArrival && <OnArrival run={onArrival} />}
      </Suspense>
      {form.mode !== 'ONE_TIME' && <DeactivationNote />}
    </div>
  )
}

/** What happens to a task that keeps failing: said before it does, where anything does. */
function DeactivationNote() {
  const failures = useLimits()?.failuresBeforeDeactivation ?? null
  if (failures === null) return null
  return (
    <p className={classes.hint}>
      After {failures} failed executions in a row, the task is deactivated, and we email you.
    </p>
  )
}
