import { checkCronExpression } from '@knockwire/domain/schedules/cron/cron-expression'
import { previewRuns } from '@knockwire/domain/schedules/next-run'
import { isTimeZone } from '@knockwire/domain/schedules/zone-clock'
import { TextInput, UnstyledButton } from '@mantine/core'
import { useId, useMemo } from 'react'
import { relativeTime } from '../../../lib/format/format.ts'
import { useNow } from '../../../lib/format/use-now.ts'
import classes from './schedule-editor.module.css'
import { withoutErrors } from '../../../lib/forms/field-group.ts'
import { cronWords } from '../../../lib/format/cron-words.ts'
import { type ScheduleFieldsProps, type ScheduleForm, toSchedulerInput } from './schedule-form.ts'
import { timeOfSchedule } from './time-of-schedule.ts'
import { TimeZoneSelect } from '../../../components/ui/fields/time-zone-select.tsx'

const shown = 5

interface NextRunsProps {
  form: ScheduleForm
  nowMs: number
}

/** When an expression would run next, by the clocks of the chosen zone. */
function NextRuns({ form, nowMs }: NextRunsProps) {
  const titleId = useId()
  const fromMs = Math.floor(nowMs / 1000) * 1000
  const runs = useMemo(() => previewRuns(toSchedulerInput(form), fromMs, shown), [form, fromMs])
  return (
    <div className={classes.runs}>
      <h3 className={classes.runsTitle} id={titleId}>
        Next {shown} executions
      </h3>
      {runs.length === 0 ? (
        <p className={classes.hint}>{noRunsWords(form)}</p>
      ) : (
        <ol aria-labelledby={titleId}>
          {runs.map((atMs) => (
            <li key={atMs}>
              <time dateTime={new Date(atMs).toISOString()}>{timeOfSchedule(atMs, form.timezone)}</time>
              <span className={classes.hint}>{relativeTime(atMs, nowMs)}</span>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

const noRunsWords = ({ cronExpression, timezone }: ScheduleForm) => {
  if (checkCronExpression(cronExpression) !== null) return 'The next five executions appear here.'
  return isTimeZone(timezone)
    ? 'No upcoming executions: no date matches this expression.'
    : 'Your browser cannot tell the next executions, since it does not know this timezone.'
}

const examples = ['*/15 * * * *', '0 9 * * 1-5', '30 18 * * *', '0 8 * * 1', '0 0 1 * *']

/** Describes the expression while it is typed, with its next five runs. */
export function CronFields({ fields }: ScheduleFieldsProps) {
  const now = useNow()
  const { values: form, errors } = fields
  return (
    <div className={classes.columns}>
      <div className={classes.fields}>
        <div>
          <TextInput
            label="Cron expression"
            {...fields.bind('cronExpression')}
            placeholder="e.g. */15 9-17 * * 1-5"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            classNames={{ input: classes.mono ?? '' }}
          />
          <Meaning expression={form.cronExpression} isErrorShown={errors['cronExpression'] !== undefined} />
        </div>
        <TimeZoneSelect
          {...fields.bind('timezone')}
          atMs={now}
          // The expression may have no time in one zone, and one in another.
          onChange={(timezone) =>
            fields.change({ timezone }, (before) => withoutErrors(before, ['timezone', 'cronExpression']))
          }
        />
        <div role="group" aria-label="Examples" className={classes.examples}>
          <span className={classes.hint}>Examples</span>
          {examples.map((expression) => (
            <UnstyledButton
              key={expression}
              className={classes.example ?? ''}
              onClick={() => fields.change({ cronExpression: expression })}
            >
              <span className={classes.mono}>{expression}</span>
              <span className={classes.meaning}>{cronWords(expression)}</span>
            </UnstyledButton>
          ))}
        </div>
      </div>
      <NextRuns form={form} nowMs={now} />
    </div>
  )
}

interface MeaningProps {
  expression: string
  /** The server's message is shown already. */
  isErrorShown: boolean
}

function Meaning({ expression, isErrorShown }: MeaningProps) {
  const isEmpty = expression.trim() === ''
  // While fields are still missing, what is typed is no mistake yet.
  const isUnfinished = expression.trim().split(/\s+/).length < 5
  const error = isUnfinished ? null : checkCronExpression(expression)
  return (
    <div role="status" className={classes.description} data-invalid={error !== null || undefined}>
      {isEmpty ? 'Five fields: minute, hour, day of month, month, day of week.' : cronWords(expression)}
      {error !== null && !isErrorShown && <span className={classes.error}>{error}</span>}
    </div>
  )
}
