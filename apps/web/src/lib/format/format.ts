import { lateAfterSeconds } from '@knockwire/domain/tasks/task-list-options'

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

/**
 * When something awaited is due. Once it is late, it says since when, as the list of late tasks does: not while an execution
 * is in flight, for whose end it waits.
 */
export const dueTime = (atMs: number, nowMs: number, isInFlight: boolean): string => {
  if (atMs > nowMs) return relativeTime(atMs, nowMs)
  if (isInFlight) return 'after the current execution'
  return nowMs - atMs < lateAfterSeconds * 1000 ? 'due now' : `was due ${relativeTime(atMs, nowMs)}`
}

/**
 * In its largest unit, rounded: "12 s", "4 min". What rounds up to the next unit is one of that. Never below zero: the clocks of
 * the reader and the server differ.
 */
export function timeSpan(ms: number): string {
  const span = Math.max(0, ms)
  const unit = units.find(([limit, size]) => Math.round(span / size) * size < limit)
  return unit ? `${Math.round(span / unit[1])} ${unit[2]}` : ''
}

const longUnits: Readonly<Record<string, string>> = { h: 'hour', d: 'day', mo: 'month', y: 'year' }

/** The same where there is room: "12 min", "5 hours", "3 days". */
export function longTimeSpan(ms: number): string {
  const [count = '', unit = ''] = timeSpan(ms).split(' ')
  const word = longUnits[unit]
  return word === undefined ? `${count} ${unit}` : `${count} ${word}${count === '1' ? '' : 's'}`
}

const exact = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 })

/** With all of its digits: "1,234,567", "0.000123". */
export const exactNumber = (value: number): string => exact.format(value)

/** "$350,000". */
export const dollars = (amount: number): string => `$${exactNumber(Math.round(amount))}`

/** "99.93%", with two decimals at most. What is not whole never reads 100%, and what is there never 0%. */
export function percent(value: number): string {
  const rounded = Number(value.toFixed(2))
  if (rounded === 100 && value < 100) return '99.99%'
  return rounded === 0 && value > 0 ? '0.01%' : `${rounded}%`
}

let readersClock: Intl.ResolvedDateTimeFormatOptions['hourCycle']

/** 12 or 24 hours, as the reader's own settings have it. */
const hourCycle = () =>
  (readersClock ??= new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hourCycle ?? 'h23')

/** For texts that the domain makes. */
export const clockHours = (): 12 | 24 => (/^h1[12]$/.test(hourCycle()) ? 12 : 24)

const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * Every time of the product: English, as the texts around it are, by the reader's kind of clock. Each format is made once, with
 * the first time that is shown in it: making one costs a browser up to a few milliseconds.
 */
export function timeFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options)
  const format = formats.get(key) ?? createFormat({ hourCycle: hourCycle(), ...options })
  formats.set(key, format)
  return format
}

/** By the clocks of UTC where the browser does not know the zone. */
const createFormat = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  try {
    return new Intl.DateTimeFormat('en', options)
  } catch {
    return new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' })
  }
}

const clock = { hour: 'numeric', minute: '2-digit', second: '2-digit' } as const
const day = { month: 'short', day: 'numeric' } as const
const dayOfYear = { year: 'numeric', ...day } as const

const inZone = { timeZoneName: 'short' } as const

/** A time with its zone, to the second: "Nov 21, 2026, 9:31:04 AM GMT+1". */
export const exactTime = (atMs: number, timeZone?: string): string =>
  timeFormat({ ...dayOfYear, ...clock, ...inZone, ...(timeZone === undefined ? {} : { timeZone }) }).format(atMs)

/** The same to the millisecond, for tooltips alone. */
export const tooltipTime = (atMs: number): string =>
  timeFormat({ ...dayOfYear, ...clock, fractionalSecondDigits: 3, ...inZone }).format(atMs)

/** "Mon, Nov 23, 2026, 9:00:00 AM GMT+1" by the clocks of a zone: for schedules. */
export const timeInZone = (atMs: number, timeZone: string): string =>
  timeFormat({ weekday: 'short', ...dayOfYear, ...clock, ...inZone, timeZone }).format(atMs)

/** "Nov 22, 2026, 7:40 AM GMT+1", of a time as the API writes it: with its zone, to the minute. */
export const exactMinute = (time: string): string =>
  whereValid(time, time, { ...dayOfYear, hour: 'numeric', minute: '2-digit', ...inZone })

/** "Nov 19, 2026" for a `YYYY-MM-DD`, which is in no zone. */
export const calendarDate = (date: string): string =>
  whereValid(date, `${date}T00:00:00Z`, { ...dayOfYear, timeZone: 'UTC' })

/** As it came where it is no time. */
const whereValid = (text: string, time: string, options: Intl.DateTimeFormatOptions): string => {
  const at = Date.parse(time)
  return Number.isNaN(at) ? text : timeFormat(options).format(at)
}

/** The time on the clock, with the day where it is not today's and the year where it is not this one. */
const absoluteTime = (atMs: number, nowMs: number, time: string): string => {
  const [at, now] = [new Date(atMs), new Date(nowMs)]
  if (at.toDateString() === now.toDateString()) return time
  return `${timeFormat(at.getFullYear() === now.getFullYear() ? day : dayOfYear).format(at)}, ${time}`
}

/** For dense rows, to the second: "9:31:04 AM", "Nov 21, 9:31:04 AM". */
export const clockTime = (atMs: number, nowMs: number): string =>
  absoluteTime(atMs, nowMs, timeFormat(clock).format(atMs))

/** To the minute, for what is to come: "5:00 PM", "Nov 29, 9:30 AM". */
export const minuteTime = (atMs: number, nowMs: number): string =>
  absoluteTime(atMs, nowMs, timeFormat({ hour: 'numeric', minute: '2-digit' }).format(atMs))

/** "10:19 PM to 10:23 PM, 4 min": when something failed, and for how long. */
export const outageText = ({ fromMs, toMs, nowMs }: { fromMs: number; toMs: number; nowMs: number }): string => {
  const [from, to] = [minuteTime(fromMs, nowMs), minuteTime(toMs, nowMs)]
  return `${from === to ? from : `${from} to ${to}`}, ${timeSpan(toMs - fromMs)}`
}

const sizeUnits = ['B', 'KiB', 'MiB', 'GiB'] as const

/** "512 B", "10.4 KiB", "256 MiB": with one decimal, where it is not zero and the number has less than three digits. */
export function bytes(count: number): string {
  let power = 0
  // What rounds up to 1,024 of a unit is one of the next.
  while (power < sizeUnits.length - 1 && Math.round(count / 1024 ** power) >= 1024) power += 1
  const value = count / 1024 ** power
  return `${exactNumber(Number(value.toFixed(value >= 100 ? 0 : 1)))} ${sizeUnits[power]}`
}

/** Keeps both ends, in which URLs differ, and at most `length` characters. */
export function truncateMiddle(text: string, length: number): string {
  if (text.length <= length) return text
  const kept = length - 1
  const head = Math.ceil(kept * 0.6)
  return `${text.slice(0, head)}…${text.slice(text.length - (kept - head))}`
}
