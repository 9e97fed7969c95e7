import { exactTime, relativeTime } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import classes from './history-table.module.css'

/** 12 or 24 hours, as the reader's own settings have it. */
const readersClock = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hourCycle ?? 'h23'

/** English, as the texts around it are. */
const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en', { hourCycle: readersClock, ...options })

const clock = format({ hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 })
const day = format({ month: 'short', day: 'numeric' })
const dayOfYear = format({ year: 'numeric', month: 'short', day: 'numeric' })

/** The time on the clock to the millisecond, with the day where it is not today's and the year where it is not this one. */
function absoluteTime(atMs: number, nowMs: number): string {
  const [at, now] = [new Date(atMs), new Date(nowMs)]
  const time = clock.format(at)
  if (at.toDateString() === now.toDateString()) return time
  return `${(at.getFullYear() === now.getFullYear() ? day : dayOfYear).format(at)}, ${time}`
}

/** Absolute first, and how long ago beside it. */
export function RowTime({ at }: { at: string }) {
  const now = useNow()
  const atMs = Date.parse(at)
  return (
    <time dateTime={at} title={exactTime(atMs)} className={classes.time}>
      <span className={classes.absolute}>{absoluteTime(atMs, now)}</span>{' '}
      <span className={classes.relative}>{relativeTime(atMs, now)}</span>
    </time>
  )
}

/** The zone that the rows' times are in, such as "Europe/Berlin (GMT+1)". */
export const readersZone = (nowMs: number): string => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const offset = format({ timeZoneName: 'shortOffset' })
    .formatToParts(nowMs)
    .find(({ type }) => type === 'timeZoneName')?.value
  return offset === undefined || offset === timeZone ? timeZone : `${timeZone} (${offset})`
}
