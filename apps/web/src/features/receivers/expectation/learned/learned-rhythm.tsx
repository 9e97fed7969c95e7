import type { LearnedRhythmView } from '@knockwire/domain/heartbeats/learned/learned-rhythm'
import { durationText } from '@knockwire/domain/text/duration-text'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { ErrorState } from '../../../../components/ui/feedback/empty-state.tsx'
import { exactNumber } from '../../../../lib/format/format.ts'
import { useNow } from '../../../../lib/format/use-now.ts'
import { lazyPart } from '../../../../lib/navigation/lazy-part.ts'
import type { ExpectationForm } from '../expectation-form.ts'
import { countedText } from './counted-text.ts'
import classes from './learned.module.css'
import { learnedRhythmQuery } from './rhythm-query.ts'

const UsualWeek = lazyPart(async () => (await import('./usual-week.tsx')).UsualWeek)

/** Pixels: that of the week, and of what stands in its place while it loads. */
const weekHeight = 180

const shownAlerts = 10

interface LearnedRhythmProps {
  receiverId: string
  form: ExpectationForm
}

/** What a receiver would learn from its requests, tried on them, before it is switched on. */
export function LearnedRhythm({ receiverId, form }: LearnedRhythmProps) {
  const { data, error, refetch } = useQuery(learnedRhythmQuery(receiverId, form))
  return (
    <section className={classes.rhythm} aria-label="What is usual">
      {data === undefined && error !== null && (
        <ErrorState title="What is usual could not be loaded." onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <Skeleton height={weekHeight} aria-label="Loading what is usual…" />}
      {data !== undefined && (data.problem === null ? <Rhythm rhythm={data} /> : <Missing rhythm={data} />)}
    </section>
  )
}

function Missing({ rhythm: { problem, days, neededDays } }: { rhythm: LearnedRhythmView }) {
  return (
    <div role="status" className={classes.missing}>
      <p>{problem}</p>
      {days < neededDays && (
        <>
          <progress className={classes.progress} value={days} max={neededDays} aria-label="Days of requests" />
          <p>Until then, choose an interval or a cron expression.</p>
        </>
      )}
    </div>
  )
}

function Rhythm({ rhythm }: { rhythm: LearnedRhythmView }) {
  const { days, hours, windows, mostRejected, silenceNoticedWithin } = rhythm
  const judged = windows.reduce((sum, window) => sum + window.hours, 0)
  const quiet = hours.length - judged
  return (
    <>
      <p className={classes.lead}>Requests per hour of the week, learned from the last {exactNumber(days)} days.</p>
      <Suspense fallback={<Skeleton height={weekHeight} />}>
        <UsualWeek rhythm={rhythm} height={weekHeight} />
      </Suspense>
      <ul className={classes.legend}>
        <li>
          <span className={classes.swatch} data-line="usual" aria-hidden /> Usual
        </li>
        <li>
          <span className={classes.swatch} data-line="lowest" aria-hidden /> Alert below
        </li>
        {quiet > 0 && (
          <li>
            <span className={classes.swatch} data-line="quiet" aria-hidden /> Too quiet to judge
          </li>
        )}
      </ul>
      <ul className={classes.facts}>
        {silenceNoticedWithin !== null && (
          <li>Silence is noticed within {durationText(silenceNoticedWithin * 1000)}, plus the grace time.</li>
        )}
        {quiet > 0 && <li>{exactNumber(quiet)} of 168 hours have too few requests to be judged.</li>}
        <li>More than {exactNumber(mostRejected)} rejected requests in an hour are an alert, too.</li>
      </ul>
      <Trial rhythm={rhythm} />
    </>
  )
}

/** When it would have alerted. */
function Trial({ rhythm: { alerts, days } }: { rhythm: LearnedRhythmView }) {
  const now = useNow()
  if (alerts.length === 0)
    return (
      <p role="status" className={classes.trial}>
        In these {exactNumber(days)} days, you would not have been alerted.
      </p>
    )
  const newest = alerts.toReversed()
  return (
    <div className={classes.trial}>
      <p role="status">
        In these {exactNumber(days)} days, you would have been alerted{' '}
        {alerts.length === 1 ? 'once' : `${exactNumber(alerts.length)} times`}:
      </p>
      <ol aria-label="Alerts of the trial">
        {newest.slice(0, shownAlerts).map((alert) => (
          <li key={`${alert.kind} ${alert.from}`}>{countedText(alert, now)}</li>
        ))}
      </ol>
      {newest.length > shownAlerts && <p>and {exactNumber(newest.length - shownAlerts)} times before.</p>}
    </div>
  )
}
