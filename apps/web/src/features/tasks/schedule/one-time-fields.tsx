import {
  dayChoices,
  hourChoices,
  minuteChoices,
  monthChoices,
  secondChoices,
  yearChoices,
} from '@knockwire/domain/schedules/schedule-choices'
import { clockZoneOf, type LocalDateTime } from '@knockwire/domain/schedules/zone-clock'
import { Fieldset, Input, NativeSelect, TextInput } from '@mantine/core'
import { Suspense, useId } from 'react'
import { relativeTime, timeFormat } from '../../../lib/format/format.ts'
import { useNow } from '../../../lib/format/use-now.ts'
import { withoutErrors } from '../../../lib/forms/field-group.ts'
import { toSchedulerInput, withOneTime, type ScheduleFieldsProps } from './schedule-form.ts'
import { timeOfSchedule } from './time-of-schedule.ts'
import classes from './schedule-editor.module.css'
import { lazyPart } from '../../../lib/navigation/lazy-part.ts'

/** A list that opens, with all that it is made of. */
const TimeZoneSelect = lazyPart(
  async () => (await import('../../../components/ui/fields/time-zone-select.tsx')).TimeZoneSelect,
)

interface Part {
  field: keyof LocalDateTime
  label: string
  choices: number[]
  text: (value: number) => string
}

/** A date, a time, and the zone whose clocks show them. */
export function OneTimeFields({ fields }: ScheduleFieldsProps) {
  const now = useNow()
  const { values: form, errors } = fields
  const errorId = useId()
  const error = errors['oneTimeModeEpochSecond']
  const { oneTimeMode } = form
  if (oneTimeMode === null) return null
  return (
    <div className={classes.fields}>
      <Fieldset
        legend="Run once at"
        variant="unstyled"
        className={classes.fieldset ?? ''}
        aria-describedby={error === undefined ? undefined : errorId}
      >
        <div className={classes.picker}>
          {partsOf(oneTimeMode, now, form.oneTimeModeTimezone).map(({ field, label, choices, text }) => (
            <NativeSelect
              key={field}
              label={label}
              data={choices.map((value) => ({ value: String(value), label: text(value) }))}
              value={String(oneTimeMode[field])}
              error={error !== undefined}
              onChange={({ currentTarget }) =>
                fields.change({ oneTimeMode: withOneTime(form, { [field]: Number(currentTarget.value) }).oneTimeMode })
              }
            />
          ))}
        </div>
        {error !== undefined && (
          <Input.Error id={errorId} mt={8}>
            {error}
          </Input.Error>
        )}
      </Fieldset>
      <Suspense fallback={<TextInput label="Timezone" value={form.oneTimeModeTimezone} readOnly />}>
        <TimeZoneSelect
          {...fields.bind('oneTimeModeTimezone')}
          atMs={now}
          // By other clocks it is another time.
          onChange={(oneTimeModeTimezone) =>
            fields.change({ oneTimeModeTimezone }, (before) =>
              withoutErrors(before, ['oneTimeModeTimezone', 'oneTimeModeEpochSecond']),
            )
          }
        />
      </Suspense>
      <OneTimeSummary
        epochSecond={toSchedulerInput(form).oneTimeModeEpochSecond}
        timezone={form.oneTimeModeTimezone}
        nowMs={now}
      />
    </div>
  )
}

const monthName = (month: number) => timeFormat({ month: 'long', timeZone: 'UTC' }).format(Date.UTC(2000, month - 1, 1))

/** "13", or "1 PM" where the reader's clock has 12 hours. */
const hourText = (hour: number) => timeFormat({ hour: 'numeric', timeZone: 'UTC' }).format(Date.UTC(2000, 0, 1, hour))

const twoDigits = (value: number) => String(value).padStart(2, '0')

function partsOf(local: LocalDateTime, nowMs: number, timezone: string): Part[] {
  const offered = yearChoices(nowMs, clockZoneOf(timezone))
  // The year of a task that has had its time stays to be seen.
  const years = offered.includes(local.year) ? offered : [local.year, ...offered]
  return [
    { field: 'year', label: 'Year', choices: years, text: String },
    { field: 'month', label: 'Month', choices: monthChoices, text: monthName },
    { field: 'day', label: 'Day', choices: dayChoices(local.year, local.month), text: String },
    { field: 'hour', label: 'Hour', choices: hourChoices, text: hourText },
    { field: 'minute', label: 'Minute', choices: minuteChoices, text: twoDigits },
    { field: 'second', label: 'Second', choices: secondChoices, text: twoDigits },
  ]
}

interface OneTimeSummaryProps {
  epochSecond: number | null
  timezone: string
  nowMs: number
}

/** The time in full, since clocks skip and repeat hours. */
function OneTimeSummary({ epochSecond, timezone, nowMs }: OneTimeSummaryProps) {
  if (epochSecond === null) return null
  const atMs = epochSecond * 1000
  return (
    <p className={classes.description} data-invalid={atMs <= nowMs || undefined}>
      {timeOfSchedule(atMs, timezone)}
      <span className={classes.hint}>{atMs <= nowMs ? 'in the past' : relativeTime(atMs, nowMs)}</span>
    </p>
  )
}
