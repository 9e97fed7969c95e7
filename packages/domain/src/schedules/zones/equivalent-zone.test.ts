import { expect, it } from 'vitest'
import { timeZones } from './time-zone-list.ts'
import { defaultTimeZone, listedTimeZone } from './time-zones.ts'
import { canonicalTimeZone, firstInstant, zoneOffsetMs } from '../zone-clock.ts'

/** No zone changes its offset twice within as long. */
const stepMs = 14 * 86_400_000
const fromMs = Math.floor(Date.now() / stepMs) * stepMs
const toMs = fromMs + 130 * stepMs

const known = new Map<string, string>()

/** The offsets of the next five years, each with the second at which it begins. */
function rulesOf(timeZone: string): string {
  const rules = known.get(timeZone) ?? findRules(timeZone)
  known.set(timeZone, rules)
  return rules
}

function findRules(timeZone: string): string {
  let offset = zoneOffsetMs(fromMs, timeZone)
  const rules = [`${offset}`]
  for (let atMs = fromMs; atMs < toMs; atMs += stepMs) {
    const before = offset
    offset = zoneOffsetMs(atMs + stepMs, timeZone)
    if (before === offset) continue
    const changeMs = firstInstant(atMs, atMs + stepMs, (ms) => zoneOffsetMs(ms, timeZone) !== before)
    rules.push(`${offset} from ${new Date(Math.floor(changeMs / 1000) * 1000).toISOString()}`)
  }
  return rules.join(', ')
}

const listedByRules = new Map(timeZones.map(({ id }) => [rulesOf(id), id]))
const listedNames = new Set(timeZones.map(({ id }) => canonicalTimeZone(id)))
const unlisted = Intl.supportedValuesOf('timeZone').filter((zone) => !listedNames.has(canonicalTimeZone(zone)))

const chosen = unlisted.map((zone) => ({ zone, equivalent: listedTimeZone(zone, fromMs) }))

it('[SC-25] a zone that is not in the list begins with one of the list that has the same offsets for five years', () => {
  const differing = chosen.filter(
    ({ zone, equivalent }) => equivalent !== null && rulesOf(equivalent) !== rulesOf(zone),
  )
  expect(chosen.length).toBeGreaterThan(300)
  expect(differing).toEqual([])
})

it('[SC-26] a zone begins with Greenwich Mean Time only where no zone of the list has its offsets', () => {
  const omitted = chosen.flatMap(({ zone, equivalent }) => {
    const same = equivalent === null ? listedByRules.get(rulesOf(zone)) : undefined
    return same === undefined ? [] : [`${zone} is ${same}`]
  })
  expect(omitted).toEqual([])
  expect(defaultTimeZone('Pacific/Chatham', fromMs)).toBe('UTC')
})

it.each([
  ['Europe/Vilnius', 'Europe/Athens'],
  ['Europe/Riga', 'Europe/Athens'],
  ['Europe/Sofia', 'Europe/Athens'],
  ['Europe/Belgrade', 'Europe/Amsterdam'],
  ['Africa/Windhoek', 'Africa/Johannesburg'],
  ['Atlantic/Faeroe', 'Europe/London'],
  ['Atlantic/Faroe', 'Europe/London'],
])('%s begins with %s', (browserZone, listed) => {
  expect(defaultTimeZone(browserZone, fromMs)).toBe(listed)
})
