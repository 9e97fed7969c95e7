import { clockTime, dueTime, longTimeSpan, minuteTime, relativeTime, tooltipTime } from '../../../lib/format/format.ts'
import { useNow } from '../../../lib/format/use-now.ts'

interface RelativeTimeProps {
  /** ISO 8601, or epoch milliseconds. */
  at: string | number
  className?: string | undefined
}

/** How long ago, or in how long; exact on hover. */
export function RelativeTime({ at, className }: RelativeTimeProps) {
  const now = useNow()
  const atMs = typeof at === 'number' ? at : Date.parse(at)
  return (
    <time dateTime={new Date(atMs).toISOString()} title={tooltipTime(atMs)} className={className}>
      {relativeTime(atMs, now)}
    </time>
  )
}

interface DueTimeProps {
  at: string
  /** Whether it waits for an execution to end. */
  isInFlight?: boolean
  className?: string | undefined
}

/** The same of something awaited: once its time has come it is due, not past. */
export function DueTime({ at, isInFlight = false, className }: DueTimeProps) {
  const now = useNow()
  const atMs = Date.parse(at)
  return (
    <time dateTime={at} title={tooltipTime(atMs)} className={className}>
      {dueTime(atMs, now, isInFlight)}
    </time>
  )
}

/** For how long something has been so, such as "for 12 min"; when it began on hover. */
export function ElapsedTime({ since }: { since: string }) {
  const now = useNow()
  const sinceMs = Date.parse(since)
  return (
    <time dateTime={since} title={tooltipTime(sinceMs)}>
      for {longTimeSpan(now - sinceMs)}
    </time>
  )
}

/** A time of today by the clock, another with its day; exact on hover. */
export function ClockTime({ at }: { at: string }) {
  const now = useNow()
  const atMs = Date.parse(at)
  return (
    <time dateTime={at} title={tooltipTime(atMs)}>
      {clockTime(atMs, now)}
    </time>
  )
}

/** The minute in which something was counted: its second is not known, so that "20 s ago" could not be said. */
export function MinuteTime({ at }: { at: string }) {
  return <time dateTime={at}>{minuteTime(Date.parse(at), useNow())}</time>
}
