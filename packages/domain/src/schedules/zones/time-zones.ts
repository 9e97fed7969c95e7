import { equivalentZone } from './equivalent-zone.ts'
import { timeZones, type TimeZone } from './time-zone-list.ts'
import { canonicalTimeZone, zoneOffsetMs } from '../zone-clock.ts'

export interface TimeZoneOption extends TimeZone {
  /** "(GMT±hh:mm) cities", with the offset at the given time. */
  label: string
  offsetMinutes: number
}

/** Where the browser's zone is not in the list. */
export const greenwichMeanTime = 'UTC'

/** The list with labels, west to east. Offsets change with the season, so they are those of `atMs`. */
export const timeZoneOptions = (atMs: number): TimeZoneOption[] =>
  timeZones.map((zone) => toOption(zone, atMs)).toSorted((a, b) => a.offsetMinutes - b.offsetMinutes)

function toOption(zone: TimeZone, atMs: number): TimeZoneOption {
  const offsetMinutes = Math.round(zoneOffsetMs(atMs, zone.id) / 60_000)
  return { ...zone, offsetMinutes, label: `(GMT${offsetText(offsetMinutes)}) ${zone.cities}` }
}

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** Minutes ahead of Greenwich as ±hh:mm. */
export function offsetText(offsetMinutes: number): string {
  const size = Math.abs(offsetMinutes)
  return `${offsetMinutes < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`
}

/** What the form of a schedule begins with: the browser's zone as the list has it, else Greenwich Mean Time. */
export const defaultTimeZone = (browserZone: string, nowMs: number): string =>
  listedTimeZone(browserZone, nowMs) ?? greenwichMeanTime

/**
 * The browser's zone as the list has it, whichever of its names the browser uses, else a zone of the list that is equivalent
 * for years to come; null where there is none.
 */
export function listedTimeZone(browserZone: string, nowMs: number): string | null {
  if (timeZones.some((zone) => zone.id === browserZone)) return browserZone
  const canonical = canonicalTimeZone(browserZone)
  if (canonical === null) return null
  const ids = timeZones.map(({ id }) => id)
  return ids.find((id) => canonicalTimeZone(id) === canonical) ?? equivalentZone(browserZone, ids, nowMs)
}
