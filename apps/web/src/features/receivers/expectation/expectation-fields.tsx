import '../../../theme/mantine-later-styles.ts'
import type { FieldErrors } from '@knockwire/domain/errors'
import { expectationModes } from '@knockwire/domain/heartbeats/heartbeat-rules'
import { checkCronExpression } from '@knockwire/domain/schedules/cron/cron-expression'
import { describeCron } from '@knockwire/domain/schedules/cron/cron-words'
import { Checkbox, Input, Radio, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { ConditionFields } from '../../../components/condition-editor/condition-fields.tsx'
import { Switch } from '../../../components/ui/fields/switch.tsx'
import { TimeZoneSelect } from '../../../components/ui/fields/time-zone-select.tsx'
import { clockHours } from '../../../lib/format/format.ts'
import { optionOf } from '../../../lib/format/options.ts'
import { useNow } from '../../../lib/format/use-now.ts'
import { DurationField } from './duration-field.tsx'
import classes from './expectation.module.css'
import { type ExpectationForm, successRowsOf } from './expectation-form.ts'
import { LearnedRhythm } from './learned/learned-rhythm.tsx'

interface ExpectationFieldsProps {
  /** Of the receiver whose requests say what is usual. */
  receiverId: string
  form: ExpectationForm
  errors: FieldErrors
  /** The fields that were edited, with their new values. */
  onChange: (change: Partial<ExpectationForm>) => void
}

/** Whether and when a receiver expects calls. `children`: what else is seldom set. */
export function ExpectationFields({
  receiverId,
  form,
  errors,
  onChange,
  children,
}: ExpectationFieldsProps & { children: ReactNode }) {
  return (
    <div className={classes.fields} role="group" aria-label="Expected calls">
      <Switch
        label="Expect calls"
        description="Get notified when an expected call does not come, such as that of a backup or a cron job."
        name="expectsCalls"
        checked={form.expectsCalls}
        onChange={(expectsCalls) => onChange({ expectsCalls })}
      />
      {form.expectsCalls && (
        <>
          <Radio.Group
            aria-label="When calls are expected"
            name="expectationMode"
            value={form.expectationMode}
            error={errors['expectationMode']}
            onChange={(mode) => onChange({ expectationMode: optionOf(expectationModes, mode) })}
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
              description="From 30 seconds to 366 days after the one before."
              name="everySeconds"
              value={form.everySeconds}
              error={errors['everySeconds']}
              onChange={(everySeconds) => onChange({ everySeconds })}
            />
          )}
          {form.expectationMode === 'CRON' && <CronExpectation {...{ form, errors, onChange }} />}
          {form.expectationMode === 'LEARNED' && <LearnedExpectation {...{ receiverId, form, errors, onChange }} />}
          <DurationField
            label="Grace time"
            description={
              form.expectationMode === 'LEARNED'
                ? 'How late the requests of an hour may be before you are notified, at most 1 hour.'
                : 'How late a call may be before you are notified.'
            }
            name="graceSeconds"
            value={form.graceSeconds}
            error={errors['graceSeconds']}
            onChange={(graceSeconds) => onChange({ graceSeconds })}
          />
          <details className={classes.more} open={isMoreUsed(form)}>
            <summary>
              {form.expectationMode === 'LEARNED'
                ? 'Days and hours, other addresses'
                : 'Runs, success, days and hours, other addresses'}
            </summary>
            <div className={classes.moreFields}>
              {form.expectationMode !== 'LEARNED' && <RunFields {...{ form, errors, onChange }} />}
              <ActiveHoursFields {...{ form, errors, onChange }} />
              {form.expectationMode !== 'LEARNED' && (
                <Switch
                  label="HEAD requests count as calls"
                  description="Otherwise only GET and POST do: previews of links send HEAD requests."
                  name="countsHead"
                  checked={form.countsHead}
                  onChange={(countsHead) => onChange({ countsHead })}
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
function LearnedExpectation({ receiverId, form, errors, onChange }: ExpectationFieldsProps) {
  const now = useNow()
  return (
    <>
      <TimeZoneSelect
        value={form.timezone}
        error={errors['timezone']}
        atMs={now}
        onChange={(timezone) => onChange({ timezone })}
      />
      <LearnedRhythm receiverId={receiverId} form={form} />
    </>
  )
}

/** What single calls say; where what is usual is expected, they are counted alone. */
function RunFields({ form, errors, onChange }: FieldsProps) {
  return (
    <>
      <DurationField
        label="Longest run"
        description="From /start to the call at its end. Empty: until the next call is overdue."
        name="maxRunSeconds"
        value={form.maxRunSeconds}
        error={errors['maxRunSeconds']}
        onChange={(maxRunSeconds) => onChange({ maxRunSeconds })}
      />
      <SuccessFields {...{ form, errors, onChange }} />
    </>
  )
}

function SuccessFields({ form, errors, onChange }: FieldsProps) {
  return (
    <>
      <Switch
        label="A success only if"
        description="A call that does not meet the condition, or cannot be checked against it, is a failure, like a call to /fail."
        name="hasSuccessCondition"
        checked={form.hasSuccessCondition}
        onChange={(hasSuccessCondition) => onChange({ hasSuccessCondition })}
      />
      {form.hasSuccessCondition && (
        <div role="group" aria-label="A success only if">
          <ConditionFields
            isAlone
            rows={successRowsOf(form)}
            errors={errors}
            onChange={(rows) => onChange({ successRows: JSON.stringify(rows) })}
          />
        </div>
      )}
    </>
  )
}

const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

function ActiveHoursFields({ form, errors, onChange }: FieldsProps) {
  const now = useNow()
  const toggle = (day: string) => {
    const days = new Set(form.activeDays)
    if (!days.delete(day)) days.add(day)
    onChange({ activeDays: [...days].toSorted().join('') })
  }
  return (
    <>
      <Switch
        label="Only on some days and hours"
        description="Time outside of them does not count."
        name="hasActiveHours"
        checked={form.hasActiveHours}
        onChange={(hasActiveHours) => onChange({ hasActiveHours })}
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
            <TextInput
              label="From"
              name="activeFrom"
              type="time"
              value={form.activeFrom}
              error={errors['activeFrom']}
              onChange={({ currentTarget }) => onChange({ activeFrom: currentTarget.value })}
            />
            <TextInput
              label="Until"
              name="activeUntil"
              type="time"
              value={form.activeUntil}
              error={errors['activeUntil']}
              onChange={({ currentTarget }) => onChange({ activeUntil: currentTarget.value })}
            />
          </div>
          {form.expectationMode === 'EVERY' && (
            <TimeZoneSelect
              value={form.timezone}
              error={errors['timezone']}
              atMs={now}
              onChange={(timezone) => onChange({ timezone })}
            />
          )}
        </>
      )}
    </>
  )
}

function CronExpectation({ form, errors, onChange }: FieldsProps) {
  const now = useNow()
  const { cronExpression } = form
  const isReadable = checkCronExpression(cronExpression) === null
  return (
    <>
      <TextInput
        label="Cron expression"
        description={
          isReadable
            ? describeCron(cronExpression, clockHours())
            : 'Five fields: minute, hour, day of month, month, day of week.'
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        name="cronExpression"
        placeholder="e.g. 0 3 * * *"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        classNames={{ input: classes.mono ?? '' }}
        value={cronExpression}
        error={errors['cronExpression']}
        onChange={({ currentTarget }) => onChange({ cronExpression: currentTarget.value })}
      />
      <TimeZoneSelect
        value={form.timezone}
        error={errors['timezone']}
        atMs={now}
        onChange={(timezone) => onChange({ timezone })}
      />
    </>
  )
}
