import '../../../theme/mantine-later-styles.ts'
import { Checkbox } from '@mantine/core'
import type { FieldGroup } from '../../../lib/forms/field-group.ts'
import { InARowInput } from './firing-fields.tsx'
import classes from './firing.module.css'
import type { HeartbeatForm } from './heartbeat-form.ts'

interface HeartbeatFieldsProps {
  fields: FieldGroup<HeartbeatForm>
}

/** When a notification tells of calls that do not come. */
export const HeartbeatFields = ({ fields }: HeartbeatFieldsProps) => (
  <div className={classes.fields}>
    <div className={classes.modes}>
      <Checkbox
        label="Also notify me on recovery"
        classNames={{ body: classes.line ?? '' }}
        checked={fields.values.notifyOnRecovery}
        onChange={({ currentTarget }) => fields.change({ notifyOnRecovery: currentTarget.checked })}
      />
      <Checkbox
        label="Also notify me when a call is late"
        description="At the time when it was expected, before its grace time is over."
        classNames={{ root: classes.choice ?? '' }}
        checked={fields.values.notifyWhenLate}
        onChange={({ currentTarget }) => fields.change({ notifyWhenLate: currentTarget.checked })}
      />
    </div>
    <div className={classes.counts}>
      <InARowInput
        label="Missing in a row"
        description="Notify only after this many expected calls in a row were missing or reported a failure."
        name="afterInARow"
        fields={fields}
      />
      <InARowInput
        label="Recovered after"
        description="It counts as recovered only after this many calls in a row."
        name="recoverAfterInARow"
        fields={fields}
      />
    </div>
  </div>
)
