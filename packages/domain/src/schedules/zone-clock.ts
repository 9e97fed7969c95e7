import { BoundedMap } from '../bounded-map.ts'
import { fallbackTimeZone } from './schedule-zone.ts'

/** What a clock on the wall shows; months count from 1. */
export interface LocalDateTime {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
}

const dayMs = 86_400_000

const formats = new BoundedMap<string, Intl.DateTimeFormat | null>(200)

function formatOf(timeZone: string): Intl.DateTimeFormat | null {
  return formats.getOrMake(timeZone, () => {
    // An engine may read "+05:30" or "" as a zone too; only names are ours.
    if (!/^[A-Za-z]/.test(timeZone)) return null
    try {
      return new Intl.DateTimeFormat('en-US', {
        timeZone,
        calendar: 'iso8601',
        hourCycle: 'h23',
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
        second: 'numeric',
      })
    } catch {
      return null
    }
  })
}

/** Whether the name is an IANA time zone that this engine knows. */
export const isTimeZone = (timeZone: string) => formatOf(timeZone) !== null

/** By whose clocks times of this zone are shown: those of UTC where there is none, or none that this engine knows. */
export const clockZoneOf = (timeZone: string | null): string =>
  timeZone !== null && isTimeZone(timeZone) ? timeZone : fallbackTimeZone

/** The one name of a zone that has several, such as Asia/Calcutta and Asia/Kolkata. */
export const canonicalTimeZone = (timeZone: string) => formatOf(timeZone)?.resolvedOptions().timeZone ?? null

/** What the zone's clocks show at an instant. An unknown zone is a programming error: check it before. */
export function localDateTimeAt(epochMs: number, timeZone: string): LocalDateTime {
  const format = formatOf(timeZone)
  if (format === null) throw new RangeError(`Not a time zone: ${timeZone}`)
  const parts = new Map(format.formatToParts(epochMs).map(({ type, value }) => [type, Number(value)]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
    second: part('second'),
  }
}

/** The instant at which a clock of UTC shows these fields. */
const asUtcMs = (local: LocalDateTime) =>
  Date.UTC(local.year, local.month - 1, local.day, local.hour, local.minute, local.second)

/** How far the zone's clocks are ahead of UTC at an instant. */
export function zoneOffsetMs(epochMs: number, timeZone: string): number {
  const wholeSecondMs = Math.floor(epochMs / 1000) * 1000
  return asUtcMs(localDateTimeAt(wholeSecondMs, timeZone)) - wholeSecondMs
}

/**
 * The instant at which the zone's clocks show these fields: of a repeated local time the first, for a skipped one the
 * first time after the gap, as with cron schedules.
 */
export const instantOf = (local: LocalDateTime, timeZone: string): number => instantOfWall(asUtcMs(local), timeZone)

/** The same of fields that are given as the instant at which a clock of UTC shows them. */
export function instantOfWall(wallMs: number, timeZone: string): number {
  // No offset exceeds a day, so the offset that holds is the one a day earlier or the one a day later.
  const candidates = [wallMs - dayMs, wallMs + dayMs].map((nearMs) => wallMs - zoneOffsetMs(nearMs, timeZone))
  const [early, late] = [Math.min(...candidates), Math.max(...candidates)]
  const shows = (epochMs: number) => epochMs + zoneOffsetMs(epochMs, timeZone)
  if (shows(early) === wallMs) return early
  if (shows(late) === wallMs) return late
  return firstInstant(early, late, (epochMs) => shows(epochMs) >= wallMs)
}

/** The first whole second in (fromMs, toMs] for which the condition holds; it holds from somewhere on. */
export function firstInstant(fromMs: number, toMs: number, holds: (epochMs: number) => boolean): number {
  let [before, after] = [fromMs, toMs]
  while (after - before > 1000) {
    const middle = before + Math.floor((after - before) / 2000) * 1000
    if (holds(middle)) after = middle
    else before = middle
  }
  return after
}
