import '../../../theme/mantine-later-styles.ts'
import type { FieldErrors } from '@knockwire/domain/errors'
import { Checkbox } from '@mantine/core'
import { InARowInput } from './firing-fields.tsx'
import classes from './firing.module.css'
import type { HeartbeatForm } from './heartbeat-form.ts'

interface HeartbeatFieldsProps {
  form: HeartbeatForm
  errors: FieldErrors
  onChange: (change: Partial<HeartbeatForm>) => void
}

/** When a notification tells of calls that do not come. */
export const HeartbeatFields = ({ form, errors, onChange }: HeartbeatFieldsProps) => (
  <div className={classes.fields}>
    <div className={classes.modes}>
      <Checkbox
        label="Also notify me on recovery"
        classNames={{ body: classes.line ?? '' }}
        checked={form.notifyOnRecovery}
        onChange={({ currentTarget }) => onChange({ notifyOnRecovery: currentTarget.checked })}
      />
      <Checkbox
        label="Also notify me when a call is late"
        description="At the time when it was expected, before its grace time is over."
        classNames={{ body: classes.line ?? '' }}
        checked={form.notifyWhenLate}
        onChange={({ currentTarget }) => onChange({ notifyWhenLate: currentTarget.checked })}
      />
    </div>
    <div className={classes.counts}>
      <InARowInput
        label="Missing in a row"
        description="Notify only after this many expected calls in a row did not come or told of a failure."
        name="afterInARow"
        {...{ form, errors, onChange }}
      />
      <InARowInput
        label="Recovered after"
        description="It counts as recovered only after this many calls in a row."
        name="recoverAfterInARow"
        {...{ form, errors, onChange }}
      />
    </div>
  </div>
)
