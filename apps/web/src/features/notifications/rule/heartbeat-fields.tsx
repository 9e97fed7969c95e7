import '../../../theme/mantine-later-styles.ts'
import { Checkbox } from '@mantine/core'
import type { FieldGroup } from '../../../lib/forms/field-group.ts'
import { InARowInput } from './firing-fields.tsx'
import classes from './firing.module.css'
import type { HeartbeatForm } from './heartbeat-form.ts'
import type { HeartbeatWords } from './heartbeat-words.ts'

interface HeartbeatFieldsProps {
  words: HeartbeatWords
  fields: FieldGroup<HeartbeatForm>
}

/** When a notification tells of calls that do not come. */
export const HeartbeatFields = ({ words, fields }: HeartbeatFieldsProps) => (
  <div className={classes.fields}>
    <div className={classes.modes}>
      <Checkbox
        label="Also notify me on recovery"
        classNames={{ root: classes.choice ?? '' }}
        checked={fields.values.notifyOnRecovery}
        onChange={({ currentTarget }) => fields.change({ notifyOnRecovery: currentTarget.checked })}
      />
      <Checkbox
        label={words.late}
        description={words.lateHint}
        classNames={{ root: classes.choice ?? '' }}
        checked={fields.values.notifyWhenLate}
        onChange={({ currentTarget }) => fields.change({ notifyWhenLate: currentTarget.checked })}
      />
    </div>
    <div className={classes.counts}>
      <InARowInput label={words.inARow} description={words.inARowHint} name="afterInARow" fields={fields} />
      <InARowInput
        label="Recovered after"
        description={words.recoveredHint}
        name="recoverAfterInARow"
        fields={fields}
      />
    </div>
  </div>
)
