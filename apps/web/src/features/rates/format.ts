import { exactNumber, timeFormat } from '../../lib/format/format.ts'

/** "Nov 19, 2026" for a `YYYY-MM-DD`, which is in no zone. */
export const dateText = (date: string): string => {
  const at = Date.parse(`${date}T00:00:00Z`)
  if (Number.isNaN(at)) return date
  return timeFormat({ year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' }).format(at)
}

/** "Nov 22, 2026, 7:40 AM GMT+1": a time with the reader's zone. */
export const timeText = (time: string): string => {
  const at = Date.parse(time)
  if (Number.isNaN(at)) return time
  return timeFormat({
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(at)
}

/** "$350,000". */
export const dollars = (amount: number): string => `$${exactNumber(Math.round(amount))}`
