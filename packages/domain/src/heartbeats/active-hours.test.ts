import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { localDateTimeAt } from '../schedules/zone-clock.ts'
import { activeFrom } from './active-hours.ts'
import { defaultExpectation } from './heartbeat-rules.ts'
import { nextExpected } from './next-expected.ts'

const office = { days: [1, 2, 3, 4, 5], from: '09:00', until: '17:00' }
const night = { days: [5], from: '22:00', until: '06:00' }
const berlin = 'Europe/Berlin'
const from = (hours: typeof office, at: string, zone = berlin) =>
  new Date(activeFrom(hours, zone, Date.parse(at))).toISOString()

describe('the days and hours that count', () => {
  it.each([
    ['within them', office, '2026-11-27T10:00:00Z', '2026-11-27T10:00:00.000Z'],
    ['before them', office, '2026-11-27T07:00:00Z', '2026-11-27T08:00:00.000Z'],
    ['at their very end', office, '2026-11-27T16:00:00Z', '2026-11-30T08:00:00.000Z'],
    ['on a weekend', office, '2026-11-28T12:00:00Z', '2026-11-30T08:00:00.000Z'],
    ['in the night that they go on into', night, '2026-11-28T04:00:00Z', '2026-11-28T04:00:00.000Z'],
    ['after that night', night, '2026-11-28T05:00:00Z', '2026-12-04T21:00:00.000Z'],
    ['before the clocks went forward', office, '2026-03-27T17:00:00Z', '2026-03-30T07:00:00.000Z'],
    ['before the clocks went back', office, '2026-10-23T16:00:00Z', '2026-10-26T08:00:00.000Z'],
  ])('%s', (_when, hours, at, expected) => {
    expect(from(hours, at)).toBe(expected)
  })

  it('of equal times are whole days', () => {
    const monday = { days: [1], from: '00:00', until: '00:00' }
    expect(from(monday, '2026-11-30T22:59:59Z')).toBe('2026-11-30T22:59:59.000Z')
    expect(from(monday, '2026-11-30T23:00:00Z')).toBe('2026-12-06T23:00:00.000Z')
  })

  it.each([
    ['in Berlin', berlin, [7], '02:00', '02:30', '2026-03-22T01:30:00Z', '2026-04-05T00:00:00.000Z'],
    [
      'in Cairo, at midnight',
      'Africa/Cairo',
      [5],
      '00:00',
      '00:30',
      '2026-04-18T00:00:00Z',
      '2026-04-30T21:00:00.000Z',
    ],
    [
      'by half an hour',
      'Australia/Lord_Howe',
      [7],
      '02:00',
      '02:20',
      '2026-09-29T00:00:00Z',
      '2026-10-10T15:00:00.000Z',
    ],
    // That summer time is the standard one there: clocks go forward in March all the same.
    ['in Dublin', 'Europe/Dublin', [7], '01:00', '02:00', '2026-03-23T00:00:00Z', '2026-04-05T00:00:00.000Z'],
    // From Ramadan's end on.
    ['in Casablanca', 'Africa/Casablanca', [7], '02:00', '02:45', '2026-03-16T00:00:00Z', '2026-03-29T01:00:00.000Z'],
  ])('that the clocks skip %s are none', (_where, zone, days, begin, until, at, expected) => {
    expect(from({ days, from: begin, until }, at, zone)).toBe(expected)
  })

  it('an instant that counts is never before the one that is looked at, nor outside of them', () => {
    const zones = fc.constantFrom('UTC', berlin, 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe')
    const instants = fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2027-12-31') })
    fc.assert(
      fc.property(zones, instants, (zone, epochMs) => {
        const countsMs = activeFrom(office, zone, epochMs)
        expect(countsMs).toBeGreaterThanOrEqual(epochMs)
        const { hour, year, month, day } = localDateTimeAt(countsMs, zone)
        expect([hour >= 9 && hour < 17, new Date(Date.UTC(year, month - 1, day)).getUTCDay() % 6 !== 0]).toEqual([
          true,
          true,
        ])
      }),
    )
  })
})

describe('what is expected', () => {
  const expectation = { ...defaultExpectation, timezone: berlin, activeHours: office }
  const next = (changes: object, at: string) =>
    new Date(nextExpected({ ...expectation, ...changes }, Date.parse(at)) ?? 0).toISOString()

  it('a period that ends outside of them begins again with the next ones', () => {
    expect(next({}, '2026-11-27T12:30:00Z')).toBe('2026-11-27T13:30:00.000Z')
    expect(next({}, '2026-11-27T15:30:00Z')).toBe('2026-11-30T09:00:00.000Z')
  })
  it('a period that is longer than they are ends with the first ones after it, and so do all others: never outside', () => {
    expect(next({ everySeconds: 43_200 }, '2026-11-27T10:00:00Z')).toBe('2026-12-01T08:00:00.000Z')
    const tuesdays = { days: [2], from: '22:00', until: '01:00' }
    expect(next({ everySeconds: 86_400, activeHours: tuesdays }, '2026-11-24T22:00:00Z')).toBe(
      '2026-12-08T21:00:00.000Z',
    )
    const zones = fc.constantFrom(berlin, 'Pacific/Apia', 'Asia/Kathmandu', 'Europe/Dublin', 'Australia/Lord_Howe')
    const periods = fc.constantFrom(30, 3600, 36_000, 86_400, 7 * 86_400, 40 * 86_400)
    const times = fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2027-12-31') })
    fc.assert(
      fc.property(
        zones,
        periods,
        fc.constantFrom(office, night, tuesdays),
        times,
        (timezone, everySeconds, hours, at) => {
          const expectedMs = nextExpected({ ...expectation, timezone, everySeconds, activeHours: hours }, at) ?? 0
          expect(expectedMs).toBeGreaterThanOrEqual(at + everySeconds * 1000)
          expect(activeFrom(hours, timezone, expectedMs)).toBe(expectedMs)
        },
      ),
    )
  })
  it('times of an expression outside of them are passed over', () => {
    const cron = { mode: 'CRON', expression: '0 */6 * * *' }
    expect(next(cron, '2026-11-27T10:00:00Z')).toBe('2026-11-27T11:00:00.000Z')
    expect(next(cron, '2026-11-27T11:00:00Z')).toBe('2026-11-30T11:00:00.000Z')
  })
  it('an expression that never meets them expects nothing', () => {
    expect(nextExpected({ ...expectation, mode: 'CRON', expression: '0 3 * * *' }, 0)).toBeNull()
  })
})
