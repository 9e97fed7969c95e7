import { exactTime, relativeTime } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'

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
    <time dateTime={new Date(atMs).toISOString()} title={exactTime(atMs)} className={className}>
      {relativeTime(atMs, now)}
    </time>
  )
}
