const day = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' })

/** "Nov 19, 2026" for a `YYYY-MM-DD`, which is in no zone. */
export const dateText = (date: string): string => {
  const at = Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(at) ? date : day.format(at)
}

/** "Nov 22, 2026, 7:40 AM GMT+1": a time with the reader's zone. */
export const timeText = (time: string): string => {
  const at = Date.parse(time)
  if (Number.isNaN(at)) return time
  return new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(at)
}

/** "$350,000". */
export const dollars = (amount: number): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 }).format(amount)
