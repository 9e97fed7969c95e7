import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CatchUp, catchUpPolicies, defaultCatchUp, onTimeMs } from './catch-up.ts'
import { defaultScheduler } from './default-scheduler.ts'
import { firstRun, nextRun } from './next-run.ts'
import { type Cause, claimInstants, createInstantCounter, explainLoss, type LostInstants } from './planned-instants.ts'
import type { SchedulerInput } from './scheduler.ts'

const minute = 60_000
const startMs = Date.UTC(2026, 2, 1, 10)
const everyMinute: SchedulerInput = { ...defaultScheduler, intervalSecond: 60 }
const cron = (expression: string, timezone = 'UTC'): SchedulerInput => ({
  ...defaultScheduler,
  mode: 'CUSTOM',
  expression,
  timezone,
})
const claim = (nowMs: number, catchUp: Partial<CatchUp> = {}, schedule = everyMinute) =>
  claimInstants(schedule, { dueMs: startMs, anchorMs: startMs, nowMs }, { ...defaultCatchUp, ...catchUp })

describe('what runs of a schedule that is due', () => {
  it('on time, or ahead of it, is its time, and nothing is lost', () => {
    for (const nowMs of [startMs - 900, startMs, startMs + onTimeMs])
      for (const catchUp of catchUpPolicies)
        expect(claim(nowMs, { catchUp })).toEqual({ runMs: startMs, nextMs: startMs + minute, lost: [] })
  })

  const late = startMs + 10.5 * minute

  it('late is by default the first time that was missed, whatever its age, and then the next time from now', () => {
    const lost = [{ fromMs: startMs + 1, beforeMs: startMs + 11 * minute }]
    expect(claim(late)).toEqual({ runMs: startMs, nextMs: startMs + 11 * minute, lost })
  })

  it('late is with a deadline the first time that is not older than it', () => {
    expect(claim(late, { catchUpSecond: 150 })).toEqual({
      runMs: startMs + 8 * minute,
      nextMs: startMs + 11 * minute,
      lost: [
        { fromMs: startMs, beforeMs: startMs + 8 * minute },
        { fromMs: startMs + 8 * minute + 1, beforeMs: startMs + 11 * minute },
      ],
    })
  })

  it('late is nothing where what is late is to be skipped', () => {
    const lost = [{ fromMs: startMs, beforeMs: startMs + 11 * minute }]
    expect(claim(late, { catchUp: 'SKIP' })).toEqual({ runMs: null, nextMs: startMs + 11 * minute, lost })
  })

  it('late is the last time where that alone is still on time', () => {
    const nowMs = startMs + 10 * minute + 4000
    const lost = [{ fromMs: startMs, beforeMs: startMs + 10 * minute }]
    expect(claim(nowMs, { catchUp: 'SKIP' })).toEqual({
      runMs: startMs + 10 * minute,
      nextMs: startMs + 11 * minute,
      lost,
    })
  })

  it('late are all times one after the other, of the last day where nothing else is said', () => {
    expect(claim(late, { catchUp: 'ALL' })).toEqual({ runMs: startMs, nextMs: startMs + minute, lost: [] })
    const lost = [{ fromMs: startMs, beforeMs: startMs + 60 * minute }]
    expect(claim(startMs + 25 * 60 * minute, { catchUp: 'ALL' })).toMatchObject({ runMs: startMs + 60 * minute, lost })
  })

  const once: SchedulerInput = { ...defaultScheduler, mode: 'ONE_TIME', oneTimeModeEpochSecond: startMs / 1000 }

  it('the one time of a schedule runs late, unless it is too old, and is not counted twice', () => {
    expect(claim(late, {}, once)).toEqual({ runMs: startMs, nextMs: null, lost: [] })
    const skipped = claim(late, { catchUp: 'SKIP' }, once)
    expect(skipped).toMatchObject({ runMs: null, nextMs: null })
    const count = createInstantCounter()
    expect(skipped.lost.map((range) => count(once, startMs, range))).toEqual([
      { firstMs: startMs, lastMs: startMs, count: 1, isAtLeast: false },
    ])
  })
})

describe('why times did not run', () => {
  const count = createInstantCounter()
  const lostOf = (toMinute: number, causes: readonly Cause[], schedule = everyMinute) =>
    explainLoss({ fromMs: startMs, beforeMs: startMs + toMinute * minute }, causes, {
      count: (range) => count(schedule, startMs, range),
    }).map(({ reason, firstMs, lastMs, count: times }) => [
      reason,
      (firstMs - startMs) / minute,
      (lastMs - startMs) / minute,
      times,
    ])
  const cause = (reason: Cause['reason'], from: number, to: number): Cause => ({
    reason,
    fromMs: startMs + from * minute,
    toMs: startMs + to * minute,
  })

  it('is what held at each of them: one range for each reason, the first cause before the others', () => {
    const causes = [cause('OVERLAP', -5, 2.5), cause('AWAY', 2, 7), cause('PAUSED', 5, 8)]
    expect(lostOf(12, causes)).toEqual([
      ['OVERLAP', 0, 2, 3],
      ['AWAY', 3, 6, 4],
      ['PAUSED', 7, 7, 1],
      ['BUSY', 8, 11, 4],
    ])
  })

  it('is exact to the fraction of a millisecond, and no time is in two ranges', () => {
    const fraction = 0.4 / minute
    expect(lostOf(3, [cause('AWAY', 1 + fraction, 2 + fraction)])).toEqual([
      ['BUSY', 0, 1, 2],
      ['AWAY', 2, 2, 1],
    ])
    expect(lostOf(3, [cause('AWAY', 1 - fraction, 2 - fraction)])).toEqual([
      ['BUSY', 0, 0, 1],
      ['AWAY', 1, 1, 1],
      ['BUSY', 2, 2, 1],
    ])
  })

  it('has no range in which no time was planned', () => {
    expect(lostOf(3, [cause('AWAY', 0.1, 0.9)])).toEqual([['BUSY', 0, 2, 3]])
    expect(lostOf(30, [cause('AWAY', 3, 20)], cron('*/15 * * * *'))).toEqual([
      ['BUSY', 0, 0, 1],
      ['AWAY', 15, 15, 1],
    ])
  })

  it('counts the times of an expression one by one, and says where it stopped', () => {
    const range = { fromMs: startMs, beforeMs: startMs + 3000 * minute }
    const counter = createInstantCounter()
    const counted = counter(cron('* * * * *'), startMs, range)
    expect(counted).toEqual({ firstMs: startMs, lastMs: range.beforeMs - 1, count: 1500, isAtLeast: true })
    const others = Array.from({ length: 20 }, (_, hour) => counter(cron('* * * * *', `Etc/GMT-${hour % 12}`), 0, range))
    expect(others.at(-1)).toEqual(counted)
    // Without its own end, a turn of dispatch after an outage would take longer than its transaction may.
    const last = counter(cron('1-59 * * * *'), startMs, range)
    expect(last).toMatchObject({ isAtLeast: true })
    expect(last?.count).toBeLessThan(1500)
    expect(counter(everyMinute, startMs, range)).toMatchObject({ count: 3000, isAtLeast: false })
  })
})

/** What happens to a task, by the minute: the server is away, or a run takes so long. */
interface World {
  schedule: SchedulerInput
  catchUp: CatchUp
  /** From and to, in seconds. */
  absences: [from: number, seconds: number][]
  /** Of each run, in seconds. */
  durations: number[]
}

const hours = 6

/** Claims as dispatch does: whenever the server is there and no run is in flight. */
const live = ({ schedule, catchUp, absences, durations }: World) => {
  const endMs = startMs + hours * 60 * minute
  const awayUntil = (ms: number) =>
    absences.reduce((until, [from, seconds]) => {
      const [fromMs, toMs] = [startMs + from * 1000, startMs + (from + seconds) * 1000]
      return fromMs <= until && until < toMs ? toMs : until
    }, ms)
  const sorted = absences.toSorted(([a], [b]) => a - b)
  const available = (ms: number) => sorted.reduce((until) => awayUntil(until), ms)
  const count = createInstantCounter()
  const ran: { atMs: number; startedMs: number }[] = []
  const lost: LostInstants[] = []
  let dueMs = firstRun(schedule, startMs)
  let previous: Cause | null = null
  let nowMs = startMs
  while (dueMs !== null && dueMs < endMs) {
    nowMs = available(Math.max(nowMs, dueMs))
    const claimed = claimInstants(schedule, { dueMs, anchorMs: startMs, nowMs }, catchUp)
    const causes: Cause[] = [
      ...(previous === null ? [] : [previous]),
      ...absences.map(([from, seconds]): Cause => ({
        reason: 'AWAY',
        fromMs: startMs + from * 1000,
        toMs: startMs + (from + seconds) * 1000,
      })),
    ]
    for (const range of claimed.lost)
      lost.push(...explainLoss(range, causes, { count: (part) => count(schedule, startMs, part) }))
    if (claimed.runMs !== null) {
      const toMs = nowMs + (durations[ran.length % durations.length] ?? 0) * 1000
      ran.push({ atMs: claimed.runMs, startedMs: nowMs })
      previous = { reason: 'OVERLAP', fromMs: nowMs, toMs, executionId: String(ran.length) }
      nowMs = toMs
    }
    dueMs = claimed.nextMs
  }
  return { ran, lost, untilMs: dueMs ?? Infinity, endMs }
}

const timesBetween = (schedule: SchedulerInput, fromMs: number, toMs: number): number[] => {
  const times = []
  for (let ms = nextRun(schedule, startMs, fromMs - 1); ms !== null && ms <= toMs; ms = nextRun(schedule, startMs, ms))
    times.push(ms)
  return times
}

const schedules = fc.oneof(
  fc.constantFrom(4, 60, 300, 1800).map((intervalSecond): SchedulerInput => ({ ...defaultScheduler, intervalSecond })),
  fc
    .tuple(
      fc.constantFrom('*/2 * * * *', '*/7 * * * *', '13 * * * *', '0,1 */2 * * *'),
      fc.constantFrom('UTC', 'Asia/Kathmandu'),
    )
    .map(([expression, timezone]) => cron(expression, timezone)),
  fc.integer({ min: 1, max: hours * 3600 }).map((second): SchedulerInput => ({
    ...defaultScheduler,
    mode: 'ONE_TIME',
    oneTimeModeEpochSecond: startMs / 1000 + second,
  })),
)

const worlds: fc.Arbitrary<World> = fc.record({
  schedule: schedules,
  catchUp: fc.record({
    catchUp: fc.constantFrom(...catchUpPolicies),
    catchUpSecond: fc.option(fc.constantFrom(60, 600, 7200)),
  }),
  absences: fc.array(fc.tuple(fc.integer({ min: 0, max: hours * 3600 }), fc.integer({ min: 1, max: 5000 })), {
    maxLength: 4,
  }),
  durations: fc.array(fc.constantFrom(0, 1, 30, 61, 400, 4000), { minLength: 1, maxLength: 5 }),
})

it('each planned time ends exactly once, whatever the schedule, the absences, the overlaps and the policy', () => {
  fc.assert(
    fc.property(worlds, (world) => {
      const { ran, lost, untilMs, endMs } = live(world)
      const planned = timesBetween(world.schedule, startMs, Math.min(untilMs - 1, endMs + 86_400_000))
      const ends = new Map<number, string[]>()
      const end = (ms: number, how: string) => ends.set(ms, [...(ends.get(ms) ?? []), how])
      for (const { atMs } of ran) end(atMs, 'ran')
      for (const { firstMs, lastMs, count, isAtLeast, reason } of lost) {
        const times = timesBetween(world.schedule, firstMs, lastMs)
        if (!isAtLeast) expect(times).toHaveLength(count)
        for (const ms of times) end(ms, reason)
      }
      expect([...ends.keys()].toSorted((a, b) => a - b)).toEqual(planned)
      expect([...ends.values()].filter((ways) => ways.length !== 1)).toEqual([])
    }),
    { numRuns: 150 },
  )
})

it('a time that was skipped was one at which the run before was in flight, and nothing runs that is too old', () => {
  fc.assert(
    fc.property(worlds, (world) => {
      const { ran, lost } = live(world)
      for (const { reason, firstMs, lastMs, cause } of lost) {
        if (reason !== 'OVERLAP') continue
        expect(cause?.fromMs).toBeLessThanOrEqual(firstMs)
        expect(cause?.toMs).toBeGreaterThan(lastMs)
      }
      const isSkip = world.catchUp.catchUp === 'SKIP'
      for (const { atMs, startedMs } of ran) if (isSkip) expect(startedMs - atMs).toBeLessThanOrEqual(onTimeMs)
    }),
    { numRuns: 100 },
  )
})
