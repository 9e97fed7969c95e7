import '../../../theme/mantine-later-styles.ts'
import type { ChannelType } from '@knockwire/domain/channels/channel-types'
import { firingModes, inARowLimits } from '@knockwire/domain/notifications/firing-rules'
import { Checkbox, NumberInput, Radio } from '@mantine/core'
import { usePlanWarning } from '../plan/plan-warning.ts'
import type { NotificationOwner } from '../owner.ts'
import { type FiringForm, toFiring } from './rule-form.ts'
import type { FieldGroup } from '../../../lib/forms/field-group.ts'
import classes from './firing.module.css'
import { optionOf } from '../../../lib/format/options.ts'
import { hasPlans } from '../../../lib/session/instance.ts'

interface FiringFieldsProps {
  owner: NotificationOwner
  channel: ChannelType
  fields: FieldGroup<FiringForm>
  /** Whether the condition compares with the previous execution; consecutive changes then count as one start. */
  isOnChange: boolean
}

const texts = {
  task: {
    after: 'Executions in a row',
    afterHint: 'Notify only after this many executions in a row.',
    recoveryHint: 'It counts as recovered only after this many executions in a row.',
  },
  receiver: {
    after: 'Requests in a row',
    afterHint: 'Notify only after this many requests in a row.',
    recoveryHint: 'It counts as recovered only after this many requests in a row.',
  },
} as const

/** For which of the executions or requests that meet the condition the notification is sent. */
export function FiringFields({ owner, channel, fields, isOnChange }: FiringFieldsProps) {
  const { values: form, change } = fields
  const text = texts[owner.kind]
  const warning = usePlanWarning(owner, channel, toFiring(form))
  return (
    <div className={classes.fields}>
      <Radio.Group
        aria-label="When to notify"
        name="firingMode"
        value={form.mode}
        onChange={(mode) => change({ mode: optionOf(firingModes, mode) })}
      >
        <div className={classes.modes}>
          <Radio
            value="EVERY_TIME"
            label="Every time the condition is met"
            description={isOnChange ? 'One message for each change.' : 'One message each time.'}
            classNames={{ root: classes.choice ?? '' }}
          />
          <Radio
            value="ON_START"
            label="When the condition becomes true"
            description={isOnChange ? 'One message for consecutive changes.' : 'One message per incident.'}
            classNames={{ root: classes.choice ?? '' }}
          />
          {form.mode === 'ON_START' && !isOnChange && (
            <Checkbox
              label="Also notify me on recovery"
              classNames={{ root: classes.recovery ?? '', body: classes.line ?? '' }}
              checked={form.notifyOnRecovery}
              onChange={({ currentTarget }) => change({ notifyOnRecovery: currentTarget.checked })}
            />
          )}
        </div>
      </Radio.Group>
      <p role="status" className={classes.warning}>
        {warning !== null &&
          `On this schedule that can use up your ${hasPlans ? 'plan' : 'account'}’s ${warning}. Further messages are not sent. “When the condition becomes true” sends one message per incident.`}
      </p>
      <div className={classes.counts}>
        <InARowInput label={text.after} description={text.afterHint} name="afterInARow" fields={fields} />
        {form.mode === 'ON_START' && !isOnChange && (
          <InARowInput
            label="Recovered after"
            description={text.recoveryHint}
            name="recoverAfterInARow"
            fields={fields}
          />
        )}
      </div>
    </div>
  )
}

type InARowName = 'afterInARow' | 'recoverAfterInARow'

interface InARowInputProps {
  label: string
  description: string
  name: InARowName
  fields: FieldGroup<Record<InARowName, number | string>>
}

export const InARowInput = ({ label, description, name, fields }: InARowInputProps) => (
  <NumberInput
    label={label}
    description={description}
    inputWrapperOrder={['label', 'input', 'description', 'error']}
    {...fields.bind(name)}
    classNames={{ wrapper: classes.count ?? '' }}
    min={inARowLimits.min}
    max={inARowLimits.max}
    allowDecimal={false}
    onBlur={() => fields.values[name] === '' && fields.change({ [name]: inARowLimits.min })}
  />
)
