const units: readonly [limitMs: number, sizeMs: number, word: string][] = [
  [60_000, 1_000, 's'],
  [3_600_000, 60_000, 'min'],
  [86_400_000, 3_600_000, 'h'],
  [30 * 86_400_000, 86_400_000, 'd'],
  [365 * 86_400_000, 30 * 86_400_000, 'mo'],
  [Number.POSITIVE_INFINITY, 365 * 86_400_000, 'y'],
]

/** "12 s ago", "in 4 min", "now" within two seconds. */
export function relativeTime(atMs: number, nowMs: number): string {
  const distance = Math.abs(nowMs - atMs)
  if (distance < 2_000) return 'now'
  const text = timeSpan(distance)
  return atMs > nowMs ? `in ${text}` : `${text} ago`
}

/** In its largest unit, rounded down: "12 s", "4 min". */
export function timeSpan(ms: number): string {
  const unit = units.find(([limit]) => ms < limit)
  return unit ? `${Math.floor(ms / unit[1])} ${unit[2]}` : ''
}

/** A moment with its zone, to the second: for titles and tooltips. */
export const exactTime = (atMs: number, timeZone?: string): string =>
  new Intl.DateTimeFormat(undefined, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(atMs)

const clock: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', second: '2-digit' }

/** For dense rows: the time on the clock, with the day where it is not today's. */
export function clockTime(atMs: number, nowMs: number): string {
  const isToday = new Date(atMs).toDateString() === new Date(nowMs).toDateString()
  return new Intl.DateTimeFormat(undefined, isToday ? clock : { month: 'short', day: 'numeric', ...clock }).format(atMs)
}

/** "143 ms", "2.31 s". */
export const milliseconds = (ms: number): string =>
  ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(2)} s`

/** "512 B", "10.4 KB", "1.0 MB"; 1 KB is 1024 bytes. */
export function bytes(count: number): string {
  if (count < 1024) return `${count} B`
  if (count < 1024 * 1024) return `${(count / 1024).toFixed(1)} KB`
  return `${(count / 1024 / 1024).toFixed(1)} MB`
}

/** Keeps both ends, in which URLs differ, and at most `length` characters. */
export function truncateMiddle(text: string, length: number): string {
  if (text.length <= length) return text
  const kept = length - 1
  const head = Math.ceil(kept * 0.6)
  return `${text.slice(0, head)}…${text.slice(text.length - (kept - head))}`
}
