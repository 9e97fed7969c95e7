import { zoneOfSchedule } from '@knockwire/domain/schedules/schedule-zone'
import type { SchedulerView } from '@knockwire/domain/schedules/scheduler'
import { timeZoneOptions } from '@knockwire/domain/schedules/zones/time-zones'
import { Suspense } from 'react'
import summary from '../../../components/ui/layout/summary.module.css'
import { dueTime } from '../../../lib/format/format.ts'
import { useNow } from '../../../lib/format/use-now.ts'
import classes from './schedule-editor.module.css'
import { catchUpWords, describeInterval, describeOneTime } from './schedule-labels.ts'
import { timeOfSchedule } from './time-of-schedule.ts'
import { lazyPart } from '../../../lib/navigation/lazy-part.ts'

/** The libraries that read cron expressions come with the first of them. */
const CronWords = lazyPart(async () => (await import('./describe-schedule.ts')).CronWords)

interface ScheduleSummaryProps {
  scheduler: SchedulerView
  /** Whether an execution of it has not ended. */
  isInFlight: boolean
}

/** A schedule to be read, not edited. */
export function ScheduleSummary({ scheduler, isInFlight }: ScheduleSummaryProps) {
  const timezone = zoneOfSchedule(scheduler)
  return (
    <dl className={summary.summary}>
      <dt>Runs</dt>
      <dd className={classes.runsWhen}>
        <ScheduleWords scheduler={scheduler} />
      </dd>
      {timezone !== null && (
        <>
          <dt>Timezone</dt>
          <dd>{zoneLabel(timezone)}</dd>
        </>
      )}
      <dt>Next execution</dt>
      <dd>
        {scheduler.nextExecutionDate === null ? (
          <span className={classes.hint}>
            {scheduler.status === 'ACTIVE' ? 'None: it runs once' : 'None: the task is disabled'}
          </span>
        ) : (
          <NextExecution
            atMs={Date.parse(scheduler.nextExecutionDate)}
            timeZone={timezone ?? readersZone()}
            isInFlight={isInFlight}
          />
        )}
      </dd>
      <dt>Missed executions</dt>
      <dd>{catchUpWords(scheduler)}</dd>
    </dl>
  )
}

function ScheduleWords({ scheduler }: { scheduler: SchedulerView }) {
  if (scheduler.mode === 'INTERVAL') return describeInterval(scheduler.intervalSecond)
  if (scheduler.mode === 'ONE_TIME') return describeOneTime(scheduler)
  return (
    <>
      <Suspense fallback="…">
        <CronWords expression={scheduler.expression ?? ''} />
      </Suspense>
      {scheduler.expression !== null && <code>{scheduler.expression}</code>}
    </>
  )
}

interface NextExecutionProps {
  atMs: number
  timeZone: string
  isInFlight: boolean
}

function NextExecution({ atMs, timeZone, isInFlight }: NextExecutionProps) {
  const now = useNow()
  return (
    <>
      <time dateTime={new Date(atMs).toISOString()}>{timeOfSchedule(atMs, timeZone)}</time>{' '}
      <span className={classes.hint}>({dueTime(atMs, now, isInFlight)})</span>
    </>
  )
}

const readersZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

const zoneLabel = (timezone: string) => timeZoneOptions(Date.now()).find(({ id }) => id === timezone)?.label ?? timezone
