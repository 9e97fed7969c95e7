import { BoundedMap } from '../../bounded-map.ts'
import { firstInstant, zoneOffsetMs } from '../zone-clock.ts'

/** No zone changes its offset twice within as long. */
const stepMs = 14 * 86_400_000
const steps = 5 * 27

/** A form asks with each key that is pressed. */
const known = new BoundedMap<string, string | null>(10)

/**
 * Of these zones, the first one of the same continent, else the first one, whose clocks show for five years what those of the
 * zone show. Computed, not kept as a table: the rules are those of this engine, and a table of 300 zones would be 2.4 KB of
 * each page with a schedule. It takes some 20 ms, once, for a user whose zone is not in the list.
 */
export function equivalentZone(timeZone: string, zones: readonly string[], nowMs: number): string | null {
  const fromMs = Math.floor(nowMs / stepMs) * stepMs
  return known.getOrMake(`${timeZone} ${fromMs} ${zones.join()}`, () => findEquivalent(timeZone, zones, fromMs))
}

function findEquivalent(timeZone: string, zones: readonly string[], fromMs: number): string | null {
  const [continent] = timeZone.split('/', 1)
  const isNear = (zone: string) => zone.startsWith(`${continent}/`)
  const instants = tellingInstants(timeZone, fromMs)
  const isEquivalent = (zone: string) => instants.every(({ atMs, offsetMs }) => zoneOffsetMs(atMs, zone) === offsetMs)
  return zones.filter(isNear).find(isEquivalent) ?? zones.find(isEquivalent) ?? null
}

interface Instant {
  atMs: number
  offsetMs: number
}

/**
 * The zone's offsets every two weeks, and right before and after each change, so that a zone that changes on the same day at
 * another hour differs.
 */
function tellingInstants(timeZone: string, fromMs: number): Instant[] {
  const at = (atMs: number): Instant => ({ atMs, offsetMs: zoneOffsetMs(atMs, timeZone) })
  const regular = Array.from({ length: steps }, (_, step) => at(fromMs + step * stepMs))
  const changes = regular.flatMap(({ atMs, offsetMs }, step) => {
    const next = regular[step + 1]
    if (next === undefined || next.offsetMs === offsetMs) return []
    const changeMs = firstInstant(atMs, next.atMs, (ms) => zoneOffsetMs(ms, timeZone) !== offsetMs)
    return [at(changeMs - 1000), at(changeMs)]
  })
  return [...regular, ...changes]
}
