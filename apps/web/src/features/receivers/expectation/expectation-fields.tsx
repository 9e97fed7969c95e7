import '../../../theme/mantine-later-styles.ts'
import { expectationModes, longestExpectation, shortestEvery } from '@knockwire/domain/heartbeats/heartbeat-rules'
import { checkCronExpression } from '@knockwire/domain/schedules/cron/cron-expression'
import { Checkbox, Input, Radio, TextInput } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { ConditionFields } from '../../../components/condition-editor/condition-fields.tsx'
import { Switch } from '../../../components/ui/fields/switch.tsx'
import { TimeZoneSelect } from '../../../components/ui/fields/time-zone-select.tsx'
import { cronWords } from '../../../lib/format/cron-words.ts'
import { optionOf } from '../../../lib/format/options.ts'
import { useNow } from '../../../lib/format/use-now.ts'
import type { FieldGroup } from '../../../lib/forms/field-group.ts'
import { DurationField } from './duration-field.tsx'
import settings from '../settings/settings.module.css'
import classes from './expectation.module.css'
import { type ExpectationForm, successRowsOf } from './expectation-form.ts'
import { LearnedRhythm } from './learned/learned-rhythm.tsx'

interface ExpectationFieldsProps {
  /** Of the receiver whose requests say what is usual. */
  receiverId: string
  fields: FieldGroup<ExpectationForm>
}

const graceHints = {
  EVERY: 'How late a call may be before you are notified.',
  CRON: 'How late a call may be before you are notified. A call before its time, even by a second, counts for the time before.',
  LEARNED: 'How late the requests of an hour may be before you are notified, at most 1 hour.',
} as const

/** Whether and when a receiver expects calls. `children`: what else is seldom set. */
export function ExpectationFields({ receiverId, fields, children }: ExpectationFieldsProps & { children: ReactNode }) {
  const { values: form, errors, change } = fields
  const headingId = useId()
  return (
    <div className={classes.fields} role="group" aria-labelledby={headingId}>
      <h3 id={headingId} className={settings.heading}>
        Expected calls
      </h3>
      <Switch
        label="Expect calls"
        description="Get notified when an expected call is missing, such as from a backup or a cron job."
        {...fields.bindSwitch('expectsCalls')}
      />
      {form.expectsCalls && (
        <>
          <Radio.Group
            aria-label="When calls are expected"
            name="expectationMode"
            value={form.expectationMode}
            error={errors['expectationMode']}
            onChange={(mode) => change({ expectationMode: optionOf(expectationModes, mode) })}
          >
            <div className={classes.modes}>
              <Radio value="EVERY" label="At an interval" />
              <Radio value="CRON" label="At the times of a cron expression" />
              <Radio
                value="LEARNED"
                label="As many as usual"
                description="Learned from the requests of the last four weeks, for webhooks that come at their own pace."
              />
            </div>
          </Radio.Group>
          {form.expectationMode === 'EVERY' && (
            <DurationField
              label="A call every"
              description={`From ${shortestEvery} to ${longestExpectation} after the one before.`}
              {...fields.bind('everySeconds')}
            />
          )}
          {form.expectationMode === 'CRON' && <CronExpressionInput fields={fields} />}
          {form.expectationMode === 'LEARNED' && <LearnedExpectation {...{ receiverId, fields }} />}
          <DurationField
            label="Grace time"
            description={graceHints[form.expectationMode]}
            {...fields.bind('graceSeconds')}
          />
          <details className={classes.more} open={isMoreUsed(form)}>
            <summary>
              {form.expectationMode === 'LEARNED'
                ? 'Days and hours, other addresses'
                : 'Runs, success, days and hours, other addresses'}
            </summary>
            <div className={classes.moreFields}>
              {form.expectationMode !== 'LEARNED' && <RunFields fields={fields} />}
              <ActiveHoursFields fields={fields} />
              {form.expectationMode !== 'LEARNED' && (
                <Switch
                  label="HEAD requests count as calls"
                  description="Otherwise only GET and POST do: link previews send HEAD requests."
                  {...fields.bindSwitch('countsHead')}
                />
              )}
              {children}
            </div>
          </details>
        </>
      )}
    </div>
  )
}

/** As it was opened: what is typed does not fold it. */
const isMoreUsed = ({ hasActiveHours, hasSuccessCondition, maxRunSeconds, countsHead }: ExpectationForm) =>
  hasActiveHours || hasSuccessCondition || countsHead || maxRunSeconds !== ''

type FieldsProps = Omit<ExpectationFieldsProps, 'receiverId'>

/** By which clocks, and what it comes to. */
function LearnedExpectation({ receiverId, fields }: ExpectationFieldsProps) {
  const now = useNow()
  return (
    <>
      <TimeZoneSelect {...fields.bind('timezone')} atMs={now} />
      <LearnedRhythm receiverId={receiverId} form={fields.values} />
    </>
  )
}

/** What single calls say; where what is usual is expected, they are counted alone. */
function RunFields({ fields }: FieldsProps) {
  return (
    <>
      <DurationField
        label="Longest run"
        description="From /start to the call at its end. Empty: until the next call is overdue."
        {...fields.bind('maxRunSeconds')}
      />
      <SuccessFields fields={fields} />
    </>
  )
}

function SuccessFields({ fields }: FieldsProps) {
  const { values: form, errors, change } = fields
  return (
    <>
      <Switch
        label="A success only if"
        description="A call that does not meet the condition, or cannot be checked against it, is a failure, like a call to /fail."
        {...fields.bindSwitch('hasSuccessCondition')}
      />
      {form.hasSuccessCondition && (
        <div role="group" aria-label="A success only if">
          <ConditionFields
            isAlone
            rows={successRowsOf(form)}
            errors={errors}
            onChange={(rows, remaining) => change({ successRows: JSON.stringify(rows) }, () => remaining)}
          />
        </div>
      )}
    </>
  )
}

const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

function ActiveHoursFields({ fields }: FieldsProps) {
  const { values: form, errors } = fields
  const now = useNow()
  const toggle = (day: string) => {
    const days = new Set(form.activeDays)
    if (!days.delete(day)) days.add(day)
    fields.change({ activeDays: [...days].toSorted().join('') })
  }
  return (
    <>
      <Switch
        label="Only on some days and hours"
        description="Time outside of them does not count."
        {...fields.bindSwitch('hasActiveHours')}
      />
      {form.hasActiveHours && (
        <>
          <Input.Wrapper label="Days" error={errors['activeDays']} labelElement="div">
            <div role="group" aria-label="Days" className={classes.days}>
              {dayNames.map((name, index) => (
                <Checkbox
                  key={name}
                  label={name}
                  checked={form.activeDays.includes(String(index + 1))}
                  onChange={() => toggle(String(index + 1))}
                />
              ))}
            </div>
          </Input.Wrapper>
          <div className={classes.duration}>
            <TextInput label="From" type="time" {...fields.bind('activeFrom')} />
            <TextInput label="Until" type="time" {...fields.bind('activeUntil')} />
          </div>
          {form.expectationMode === 'EVERY' && <TimeZoneSelect {...fields.bind('timezone')} atMs={now} />}
        </>
      )}
    </>
  )
}

function CronExpressionInput({ fields }: FieldsProps) {
  const now = useNow()
  const { cronExpression } = fields.values
  const isReadable = checkCronExpression(cronExpression) === null
  return (
    <>
      <TextInput
        label="Cron expression"
        description={
          isReadable ? cronWords(cronExpression) : 'Five fields: minute, hour, day of month, month, day of week.'
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...fields.bind('cronExpression')}
        placeholder="e.g. 0 3 * * *"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        classNames={{ input: classes.mono ?? '' }}
      />
      <TimeZoneSelect {...fields.bind('timezone')} atMs={now} />
    </>
  )
}
