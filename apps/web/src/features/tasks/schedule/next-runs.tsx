import { checkCronExpression } from '@knockwire/domain/schedules/cron-expression'
import { previewRuns } from '@knockwire/domain/schedules/next-run'
import { useId, useMemo } from 'react'
import { relativeTime } from '../../../lib/format.ts'
import { toSchedulerInput, type ScheduleForm } from './schedule-form.ts'
import classes from './schedule-editor.module.css'
import { momentInZone } from './schedule-words.ts'

const shown = 5

interface NextRunsProps {
  form: ScheduleForm
  nowMs: number
}

/** When an expression would run next, by the clocks of the chosen zone. */
export function NextRuns({ form, nowMs }: NextRunsProps) {
  const titleId = useId()
  const fromMs = Math.floor(nowMs / 1000) * 1000
  const runs = useMemo(() => previewRuns(toSchedulerInput(form), fromMs, shown), [form, fromMs])
  return (
    <div className={classes.runs}>
      <h3 className={classes.runsTitle} id={titleId}>
        Next {shown} runs
      </h3>
      {runs.length === 0 ? (
        <p className={classes.hint}>
          {checkCronExpression(form.expression) === null
            ? 'There are none: no day is like that.'
            : 'They show here once the expression can be read.'}
        </p>
      ) : (
        <ol aria-labelledby={titleId}>
          {runs.map((atMs) => (
            <li key={atMs}>
              <time dateTime={new Date(atMs).toISOString()}>{momentInZone(atMs, form.timezone)}</time>
              <span className={classes.hint}>{relativeTime(atMs, nowMs)}</span>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
