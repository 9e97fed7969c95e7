import { instantOf, type LocalDateTime, localDateTimeAt } from '../schedules/zone-clock.ts'
import type { ActiveHours } from './expectation.ts'

const minutesOf = (clock: string): number => {
  const [hours = '', minutes = ''] = clock.split(':')
  return Number(hours) * 60 + Number(minutes)
}

const dayMs = 86_400_000
const wholeDay = 1440

/** Days behind a local date, in the same zone. */
const plusDays = ({ year, month, day }: LocalDateTime, days: number): LocalDateTime => {
  const date = new Date(Date.UTC(year, month - 1, day) + days * dayMs)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: 0,
    minute: 0,
    second: 0,
  }
}

/** 1 is Monday, as in ISO 8601. */
const weekdayOf = ({ year, month, day }: LocalDateTime) => new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7

/** In minutes; those of one that ends before it begins go on into the next day, and of equal times all of the day counts. */
const spanOf = ({ from, until }: ActiveHours) => {
  const [start, end] = [minutesOf(from), minutesOf(until)]
  return { start, length: end > start ? end - start : end - start + wholeDay }
}

/** A week later there is one, and where the clocks skip that, another week later. */
const mostDays = 14

/** The first span that ends after an instant. One that the clocks skip is none. */
const spanAt = (hours: ActiveHours, timezone: string, epochMs: number): { fromMs: number; untilMs: number } | null => {
  const today = localDateTimeAt(epochMs, timezone)
  const { start, length } = spanOf(hours)
  const at = (date: LocalDateTime, minutes: number) => {
    const day = plusDays(date, Math.floor(minutes / wholeDay))
    const rest = minutes % wholeDay
    return instantOf({ ...day, hour: Math.floor(rest / 60), minute: rest % 60 }, timezone)
  }
  for (let days = -1; days <= mostDays; days += 1) {
    const date = plusDays(today, days)
    if (!hours.days.includes(weekdayOf(date))) continue
    const [fromMs, untilMs] = [at(date, start), at(date, start + length)]
    if (fromMs < untilMs && untilMs > epochMs) return { fromMs, untilMs }
  }
  return null
}

/**
 * When an instant counts: itself where it is within the days and hours, else the beginning of the next ones. They are those of the
 * zone's clocks, across their changes.
 */
export const activeFrom = (hours: ActiveHours, timezone: string, epochMs: number): number => {
  const span = spanAt(hours, timezone, epochMs)
  return span === null ? epochMs : Math.max(epochMs, span.fromMs)
}
