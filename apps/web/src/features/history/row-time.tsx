import { exactTime, preciseTime, relativeTime, timeFormat } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import classes from './history-table.module.css'

/** Absolute first, and how long ago beside it. */
export function RowTime({ at }: { at: string }) {
  const now = useNow()
  const atMs = Date.parse(at)
  return (
    <time dateTime={at} title={exactTime(atMs)} className={classes.time}>
      <span>{preciseTime(atMs, now)}</span> <span className={classes.relative}>{relativeTime(atMs, now)}</span>
    </time>
  )
}

/** The zone that the rows' times are in, such as "Europe/Berlin (GMT+1)". */
export const readersZone = (nowMs: number): string => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const offset = timeFormat({ timeZoneName: 'shortOffset' })
    .formatToParts(nowMs)
    .find(({ type }) => type === 'timeZoneName')?.value
  return offset === undefined || offset === timeZone ? timeZone : `${timeZone} (${offset})`
}
