import { clockTime, relativeTime, tooltipTime } from '../../../lib/format/format.ts'
import { useNow } from '../../../lib/format/use-now.ts'
import classes from './history-table.module.css'

/** Absolute first, and how long ago beside it. */
export function RowTime({ at }: { at: string }) {
  const now = useNow()
  const atMs = Date.parse(at)
  return (
    <time dateTime={at} title={tooltipTime(atMs)} className={classes.time}>
      <span>{clockTime(atMs, now)}</span> <span className={classes.relative}>{relativeTime(atMs, now)}</span>
    </time>
  )
}

/** The zone that the rows' times are in, such as "Europe/Berlin (GMT+1)". */
export const readersZone = (nowMs: number): string => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const offset = offsetFromGmt(-new Date(nowMs).getTimezoneOffset())
  return offset === timeZone ? timeZone : `${timeZone} (${offset})`
}

/** As a browser's short offsets are written: "GMT", "GMT-5", "GMT+5:30". A format of its own would have to be made for it. */
const offsetFromGmt = (minutes: number): string => {
  if (minutes === 0) return 'GMT'
  const rest = Math.abs(minutes) % 60
  const hours = `${minutes < 0 ? '-' : '+'}${Math.floor(Math.abs(minutes) / 60)}`
  return rest === 0 ? `GMT${hours}` : `GMT${hours}:${String(rest).padStart(2, '0')}`
}
