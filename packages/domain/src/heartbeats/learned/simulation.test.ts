import { describe, expect, it } from 'vitest'
import { learn, type LearnedFor } from './learn.ts'
import { silenceNoticedWithin } from './next-window.ts'
import { tryUsual } from './trial.ts'
import type { RequestHistory } from './usual.ts'
import { hourMs, weekHourAt } from './week-hours.ts'

/** Mulberry32: the same numbers each time. */
const random = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
}

/** How many events of such a mean occur by chance (Knuth; large means in parts). */
const poisson = (mean: number, next: () => number): number => {
  if (mean > 30) return poisson(mean / 2, next) + poisson(mean / 2, next)
  const limit = Math.exp(-mean)
  let count = 0
  for (let product = next(); product > limit; product *= next()) count += 1
  return count
}

const monday = Date.UTC(2026, 0, 5)
const zone: LearnedFor = { timezone: 'America/Vancouver', activeHours: null }
const weekHours = 168

/** So many weeks, of rates by hour of the week. */
const simulate = (
  weeks: number,
  rateOf: (weekHour: number, hour: number) => number,
  next: () => number,
  fromMs = monday,
): RequestHistory => {
  const received = Array.from({ length: weeks * weekHours }, (_, hour) =>
    poisson(rateOf(weekHourAt(fromMs + hour * hourMs, 'America/Vancouver'), hour), next),
  )
  return { fromMs, received, rejected: received.map(() => 0) }
}

const office = (weekHour: number) => {
  const [day, hour] = [Math.floor(weekHour / 24), weekHour % 24]
  return day < 5 && hour >= 8 && hour < 18 ? 50 : 2
}
const shapes: readonly [name: string, rateOf: (weekHour: number) => number][] = [
  ['office hours', office],
  ['a steady stream', () => 400],
  ['one an hour', () => 1],
  ['ten a day', () => 10 / 24],
]

/** Alarms a month, of many accounts that learn from four weeks and are then judged for eight. */
const alertsAMonth = (
  rateOf: (weekHour: number) => number,
  seed: number,
  dayFactor: (next: () => number) => number = () => 1,
) => {
  const next = random(seed)
  const [receivers, weeks] = [12, 8]
  let alerts = 0
  for (let one = 0; one < receivers; one += 1) {
    const factors = Array.from({ length: 7 * (4 + weeks) }, () => dayFactor(next))
    const of = (weekHour: number, hour: number) => rateOf(weekHour) * (factors[Math.floor(hour / 24)] ?? 1)
    const usual = learn(simulate(4, of, next), zone, 0)
    const later = simulate(
      weeks,
      (weekHour, hour) => of(weekHour, hour + 4 * weekHours),
      next,
      monday + 4 * weekHours * hourMs,
    )
    alerts += tryUsual(usual, later, zone).length
  }
  return alerts / receivers / ((weeks * 7) / 30.4)
}

describe('over simulated traffic', () => {
  for (const [name, rateOf] of shapes) {
    it(`of ${name}, chance alone alerts about once a month or less`, () => {
      expect(alertsAMonth(rateOf, 1)).toBeLessThan(1)
    })
  }
  it('that rises and falls by a third from day to day, chance alone alerts about once a month or less', () => {
    const dayFactor = (next: () => number) =>
      Math.exp(0.3 * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()))
    expect(alertsAMonth(office, 2, dayFactor)).toBeLessThan(1.2)
  })
  for (const [name, rateOf] of shapes) {
    it(`of ${name}, a silence is noticed within the time that is promised, whenever it begins`, () => {
      const next = random(7)
      const usual = learn(simulate(4, rateOf, next), zone, 0)
      const promised = silenceNoticedWithin(usual)
      expect(promised).not.toBeNull()
      for (let from = 0; from < weekHours; from += 5) {
        const history = simulate(3, (weekHour, hour) => (hour < weekHours + from ? rateOf(weekHour) : 0), next)
        const silentFromMs = monday + (weekHours + from) * hourMs
        const alert = tryUsual(usual, history, zone).find(({ untilMs }) => untilMs > silentFromMs)
        expect(((alert?.untilMs ?? Infinity) - silentFromMs) / hourMs).toBeLessThanOrEqual(promised ?? 0)
      }
    })
  }
})
