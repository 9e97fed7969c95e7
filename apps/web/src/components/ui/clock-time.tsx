import { clockTime, exactTime } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'

/** A moment of today by the clock, another with its day; exact on hover. */
export function ClockTime({ at }: { at: string }) {
  const now = useNow()
  const atMs = Date.parse(at)
  return (
    <time dateTime={at} title={exactTime(atMs)}>
      {clockTime(atMs, now)}
    </time>
  )
}
