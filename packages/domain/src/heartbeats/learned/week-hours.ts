import { localDateTimeAt } from '../../schedules/zone-clock.ts'

export const hourMs = 3_600_000
export const hoursOfWeek = 168

/** The beginning of the hour of UTC that an instant is in. */
export const hourStart = (epochMs: number): number => Math.floor(epochMs / hourMs) * hourMs

/**
 * Which hour of the week the zone's clocks show at the beginning of an hour of UTC: 0 is Monday from midnight, 167 Sunday from 23:00. In
 * zones that differ from UTC by half hours, an hour begins at the half.
 */
export const weekHourAt = (epochMs: number, timezone: string): number => {
  const { year, month, day, hour } = localDateTimeAt(epochMs, timezone)
  const weekday = (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7
  return weekday * 24 + hour
}
