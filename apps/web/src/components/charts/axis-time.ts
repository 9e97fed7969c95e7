import { timeFormat } from '../../lib/format/format.ts'

const hourMs = 3_600_000
const clock = { hour: 'numeric', minute: '2-digit' } as const

/** How a time axis names its moments: only as finely as its span needs. */
export const axisTime = (spanMs: number): ((at: Date) => string) => {
  const format = timeFormat(partsFor(spanMs))
  return (at) => format.format(at)
}

const partsFor = (spanMs: number): Intl.DateTimeFormatOptions => {
  if (spanMs >= 96 * hourMs) return { month: 'short', day: 'numeric' }
  if (spanMs >= 20 * hourMs) return { weekday: 'short', ...clock }
  return spanMs >= hourMs / 6 ? clock : { ...clock, second: '2-digit' }
}
