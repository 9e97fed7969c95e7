import { ScheduleMode } from '@knockwire/domain/schedules/scheduler'
import { SegmentedControl } from '@mantine/core'
import { CronFields } from './cron-fields.tsx'
import { IntervalFields } from './interval-fields.tsx'
import { OneTimeFields } from './one-time-fields.tsx'
import { modeLabels } from './schedule-words.ts'
import { withMode, type ScheduleFieldsProps } from './schedule-form.ts'
import classes from './schedule-editor.module.css'

/** When the task runs: every so often, by a cron expression, or once. */
export function ScheduleEditor(props: ScheduleFieldsProps) {
  const { form, onChange } = props
  const choose = (value: string) => {
    const chosen = withMode(form, ScheduleMode.parse(value), Date.now())
    onChange({ mode: chosen.mode, ...(chosen.oneTime !== form.oneTime && { oneTime: chosen.oneTime }) })
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
        data={ScheduleMode.options.map((mode) => ({ value: mode, label: modeLabels[mode] }))}
      />
      {form.mode === 'INTERVAL' && <IntervalFields {...props} />}
      {form.mode === 'CUSTOM' && <CronFields {...props} />}
      {form.mode === 'ONE_TIME' && <OneTimeFields {...props} />}
    </div>
  )
}
