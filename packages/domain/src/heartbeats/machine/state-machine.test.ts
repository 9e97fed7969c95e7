import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Expectation } from '../expectation.ts'
import { defaultExpectation } from '../heartbeat-rules.ts'
import { nextExpected } from '../next-expected.ts'
import { advance, quietUntil } from './deadlines.ts'
import {
  type Heartbeat,
  type HeartbeatEvent,
  newHeartbeat,
  shownState,
  type Signal,
  type Watch,
} from './heartbeat-state.ts'
import { maxOpenRuns, receive } from './take-signal.ts'
import { edit, expectAnew, pause, resume } from './watch-changes.ts'

const every = (changes: Partial<Expectation> = {}): Expectation => ({
  ...defaultExpectation,
  everySeconds: 60,
  graceSeconds: 10,
  ...changes,
})
const watchOf = (expectation: Expectation, isLateWatched = false): Watch => ({ expectation, isLateWatched })
const at = (seconds: number) => seconds * 1000
const signal = (seconds: number, changes: Partial<Signal> = {}): Signal => ({
  kind: 'SUCCESS',
  atMs: at(seconds),
  runId: null,
  exitCode: null,
  ...changes,
})

/** Takes the signals in their order, then lets time pass: what changed, as "seconds STATE reason". */
const changesOf = (watch: Watch, signals: readonly Signal[], untilSeconds: number) => {
  let heartbeat = newHeartbeat(0, 'NEW')
  const events: HeartbeatEvent[] = []
  for (const one of signals) {
    const step = receive(heartbeat, watch, one)
    heartbeat = step.heartbeat
    events.push(...step.events)
  }
  const step = advance(heartbeat, watch, at(untilSeconds))
  events.push(...step.events)
  return {
    heartbeat: step.heartbeat,
    changes: events.flatMap(({ change }) =>
      change === null ? [] : [`${change.atMs / 1000} ${change.state} ${change.reason}`],
    ),
    failures: events.filter(({ kind }) => kind === 'FAILURE').length,
  }
}

const changed = (events: readonly HeartbeatEvent[]) => events.flatMap(({ change }) => change ?? [])

describe('silence', () => {
  it('one that has had no signal expects none, however long it waits', () => {
    expect(changesOf(watchOf(every()), [], 1_000_000).changes).toEqual([])
  })
  it('is an alert once the grace is over, at that time, whenever somebody looks', () => {
    for (const until of [71, 80, 129]) {
      expect(changesOf(watchOf(every()), [signal(0)], until).changes).toEqual(['0 UP SIGNAL', '70 DOWN SILENT'])
    }
    expect(changesOf(watchOf(every()), [signal(0)], 70).changes).toEqual(['0 UP SIGNAL'])
  })
  it('a signal in the very millisecond in which the grace ends is in time', () => {
    expect(changesOf(watchOf(every()), [signal(0), signal(70)], 100).changes).toEqual(['0 UP SIGNAL'])
    expect(changesOf(watchOf(every()), [signal(0), signal(70.001)], 100).changes).toEqual([
      '0 UP SIGNAL',
      '70 DOWN SILENT',
      '70.001 UP SIGNAL',
    ])
  })
  it('is counted again with each signal that is missing, a hundred times at most', () => {
    expect(changesOf(watchOf(every()), [signal(0)], 70 + 60 * 4 + 1).failures).toBe(5)
    expect(changesOf(watchOf(every()), [signal(0)], 1_000_000).failures).toBe(100)
  })
  it('is late from the expected time on, and a change where somebody is notified of it', () => {
    expect(changesOf(watchOf(every(), true), [signal(0)], 71).changes).toEqual([
      '0 UP SIGNAL',
      '60 LATE LATE',
      '70 DOWN SILENT',
    ])
    expect(changesOf(watchOf(every(), true), [signal(0), signal(65)], 66).changes).toEqual([
      '0 UP SIGNAL',
      '60 LATE LATE',
      '65 UP SIGNAL',
    ])
    const { heartbeat } = changesOf(watchOf(every()), [signal(0)], 65)
    expect([59, 60, 61].map((seconds) => shownState(heartbeat, at(seconds)))).toEqual(['UP', 'UP', 'LATE'])
  })
  it('a signal after an alert is a recovery', () => {
    const { changes, heartbeat } = changesOf(watchOf(every()), [signal(0), signal(200)], 201)
    expect(changes).toEqual(['0 UP SIGNAL', '70 DOWN SILENT', '200 UP SIGNAL'])
    expect(heartbeat).toMatchObject({ failures: 0, expectedAtMs: at(260), expectedByMs: at(270) })
  })
})

it('a success that does not meet its condition is a failure, and ends the run that it would end', () => {
  const watch = watchOf(every())
  const signals = [signal(0, { kind: 'START' }), signal(20, { kind: 'UNMET' }), signal(30)]
  expect(changesOf(watch, signals, 31).changes).toEqual(['0 RUNNING STARTED', '20 DOWN UNMET', '30 UP SIGNAL'])
  const { events } = receive(
    receive(newHeartbeat(0, 'NEW'), watch, signals[0] ?? signal(0)).heartbeat,
    watch,
    signals[1] ?? signal(0),
  )
  expect(events[0]?.change).toMatchObject({ durationMs: 20_000, exitCode: null })
})

describe('runs', () => {
  const start = (seconds: number, runId: string | null = null) => signal(seconds, { kind: 'START', runId })
  const limited = watchOf(every({ everySeconds: 600, maxRunSeconds: 30 }))

  it('a run that ends in time tells how long it took', () => {
    const step = receive(receive(newHeartbeat(0, 'NEW'), limited, start(0)).heartbeat, limited, signal(20))
    expect(step.events[0]?.change).toMatchObject({ state: 'UP', durationMs: 20_000 })
  })
  it('a run that takes longer than it may is an alert, and its end a recovery', () => {
    expect(changesOf(limited, [start(0), signal(40)], 41).changes).toEqual([
      '0 RUNNING STARTED',
      '30 DOWN RUN_TOO_LONG',
      '40 UP SIGNAL',
    ])
  })
  it('a run that may take longer than the next signal is expected is no silence', () => {
    const long = watchOf(every({ maxRunSeconds: 1000 }))
    expect(changesOf(long, [start(0), signal(900)], 901).changes).toEqual(['0 RUNNING STARTED', '900 UP SIGNAL'])
  })
  it('a start without end is an alert once the next signal is overdue', () => {
    expect(changesOf(watchOf(every()), [start(0)], 71).changes).toEqual(['0 RUNNING STARTED', '70 DOWN SILENT'])
  })
  it.each([
    ['a single one', [0]],
    ['one just after the time expected', [0, 60.05]],
    ['one just before it', [0, 59.95]],
    ['several within a period', [0, 25, 50]],
  ])('starts without an end are a silence that says for how long the first run has not ended: %s', (_name, starts) => {
    const watch = watchOf(every())
    let heartbeat = newHeartbeat(0, 'NEW')
    for (const seconds of starts) heartbeat = receive(heartbeat, watch, start(seconds, `run ${seconds}`)).heartbeat
    expect(changed(advance(heartbeat, watch, at(71)).events)).toMatchObject([{ reason: 'SILENT', durationMs: 70_000 }])
  })
  it.each([
    ['that has ended', [start(0), signal(5)], 75, null],
    ['lost before another ended', [start(0, 'lost'), start(60, 'b'), signal(62, { runId: 'b' })], 132, null],
    ['whose end names another', [start(0), signal(5, { runId: 'other' })], 75, null],
    ['lost while another is open', [start(0, 'lost'), signal(55, { runId: 'b' }), start(65, 'c')], 125, 60_000],
  ])('silence says nothing of a run %s', (_which, signals, downAt, durationMs) => {
    const watch = watchOf(every())
    let heartbeat = newHeartbeat(0, 'NEW')
    for (const one of signals) heartbeat = receive(heartbeat, watch, one).heartbeat
    const down = changed(advance(heartbeat, watch, at(200)).events)
    expect(down).toMatchObject([{ reason: 'SILENT', atMs: at(downAt), durationMs }])
  })
  it.each([
    ['the next signal is overdue', every(), 70, 'SILENT'],
    ['its time limit is over', every({ maxRunSeconds: 100 }), 100, 'RUN_TOO_LONG'],
  ])(
    'a job that starts each time and never ends is an alert once %s, with run IDs or without',
    (_when, expectation, seconds, reason) => {
      const starts = [0, 60, 120, 180, 240]
      for (const idOf of [() => null, (n: number) => `run ${n}`]) {
        const sent = starts.map((n) => start(n, idOf(n)))
        const { changes } = changesOf(watchOf(expectation), sent, 241)
        expect(changes).toEqual(['0 RUNNING STARTED', `${seconds} DOWN ${reason}`])
      }
    },
  )
  it('of two starts without an end between them the later one tells how long the run took, the earlier one how long it may', () => {
    const long = watchOf(every({ maxRunSeconds: 100 }))
    const [ended, late] = [
      [start(0), start(60), signal(100)],
      [start(0), start(60), signal(110)],
    ]
    expect(changesOf(long, ended, 111).changes).toEqual(['0 RUNNING STARTED', '100 UP SIGNAL'])
    expect(changesOf(long, late, 111).changes).toEqual(['0 RUNNING STARTED', '100 DOWN RUN_TOO_LONG', '110 UP SIGNAL'])
    let heartbeat = newHeartbeat(0, 'NEW')
    for (const one of late.slice(0, 2)) heartbeat = receive(heartbeat, long, one).heartbeat
    const step = receive(heartbeat, long, signal(110))
    expect(step.events.map(({ change }) => change?.durationMs)).toEqual([100_000, 50_000])
    expect(step.heartbeat.runs).toEqual([])
  })
  it('however many runs are open, the oldest has its deadline', () => {
    const starts = Array.from({ length: 121 }, (_, n) => start(n * 30, `run ${n}`))
    const { changes, heartbeat } = changesOf(watchOf(every({ everySeconds: 30, maxRunSeconds: 3600 })), starts, 3601)
    expect(changes).toEqual(['0 RUNNING STARTED', '3600 DOWN RUN_TOO_LONG'])
    expect(heartbeat.runs.length).toBeLessThanOrEqual(maxOpenRuns)
  })
  it('runs that overlap now and then are none that never end, as long as the ends come', () => {
    const job = [
      start(0),
      signal(20),
      start(60),
      signal(80),
      start(120),
      start(180),
      signal(185),
      start(240),
      signal(250),
    ]
    expect(changesOf(watchOf(every()), job, 251).changes.filter((change) => change.includes('DOWN'))).toEqual([])
  })
  it('an end without start is a signal like any other', () => {
    const step = receive(newHeartbeat(0, 'NEW'), limited, signal(5, { runId: 'a' }))
    expect(step.events[0]?.change).toMatchObject({ state: 'UP', durationMs: null })
  })
  it('of two runs at once each has its own time, and it runs until both have ended', () => {
    const { changes } = changesOf(
      limited,
      [start(0, 'a'), start(10, 'b'), signal(20, { runId: 'a' }), signal(35, { runId: 'b' })],
      36,
    )
    expect(changes).toEqual(['0 RUNNING STARTED', '35 UP SIGNAL'])
    expect(changesOf(limited, [start(0, 'a'), start(10, 'b'), signal(20, { runId: 'b' })], 36).changes).toEqual([
      '0 RUNNING STARTED',
      '30 DOWN RUN_TOO_LONG',
    ])
  })
  it('runs that were never ended do not keep it running once they are lost', () => {
    const { heartbeat } = changesOf(watchOf(every()), [start(0, 'a'), start(50, 'b'), signal(100, { runId: 'b' })], 101)
    expect(heartbeat).toMatchObject({ state: 'UP', runs: [] })
  })
  it('a failure is an alert at once, with its exit code, and a start shows no recovery', () => {
    const failed = signal(10, { kind: 'FAIL', exitCode: 3 })
    const step = receive(receive(newHeartbeat(0, 'NEW'), limited, start(0)).heartbeat, limited, failed)
    expect(step.events[0]?.change).toMatchObject({ state: 'DOWN', reason: 'FAILED', exitCode: 3, durationMs: 10_000 })
    expect(changesOf(limited, [failed, start(20), signal(25)], 26).changes).toEqual(['10 DOWN FAILED', '25 UP SIGNAL'])
  })
  it('a log says nothing about the state', () => {
    expect(changesOf(limited, [signal(5, { kind: 'LOG' })], 10_000).changes).toEqual([])
  })
})

describe('what its owner does', () => {
  const watch = watchOf(every())
  const up = receive(newHeartbeat(0, 'NEW'), watch, signal(0)).heartbeat

  it('nothing is expected while it is paused, and a whole period after it is resumed', () => {
    const paused = pause(up, at(10)).heartbeat
    expect(advance(paused, watch, at(100_000)).events).toEqual([])
    const resumed = resume(paused, watch, at(1000)).heartbeat
    expect(resumed).toMatchObject({ state: 'NEW', expectedAtMs: at(1060), expectedByMs: at(1070) })
    expect(resume(pause(newHeartbeat(0, 'NEW'), 0).heartbeat, watch, 1).heartbeat.expectedAtMs).toBeNull()
  })
  it('of a run whose end could not come, since its account was suspended, nothing is expected any more', () => {
    const limited = watchOf(every({ maxRunSeconds: 30 }))
    const running = receive(up, limited, signal(10, { kind: 'START' })).heartbeat
    const resumed = expectAnew(running, limited, at(100_000)).heartbeat
    expect(advance(resumed, limited, at(100_070)).events).toEqual([])
    expect(changed(advance(resumed, limited, at(100_071)).events)).toMatchObject([
      { reason: 'SILENT', atMs: at(100_070) },
    ])
    expect(changed(receive(resumed, limited, signal(100_020)).events)).toMatchObject([
      { state: 'UP', durationMs: null },
    ])
  })
  it('an edited expectation counts from the edit', () => {
    const shorter = watchOf(every({ everySeconds: 30, graceSeconds: 0 }))
    expect(edit(up, shorter, at(50)).heartbeat).toMatchObject({ expectedAtMs: at(80), expectedByMs: at(80) })
  })
})

describe('times of a cron expression', () => {
  const berlin = (expression: string) =>
    every({ mode: 'CRON', expression, timezone: 'Europe/Berlin', graceSeconds: 600 })
  const next = (expression: string, after: string) =>
    new Date(nextExpected(berlin(expression), Date.parse(after)) ?? 0).toISOString()

  it('are those of the zone, across a change of its clocks', () => {
    expect(next('30 2 * * *', '2026-03-28T02:00:00Z')).toBe('2026-03-29T01:00:00.000Z')
    expect(next('30 2 * * *', '2026-10-24T01:00:00Z')).toBe('2026-10-25T00:30:00.000Z')
    expect(next('30 2 * * *', '2026-10-25T00:30:00Z')).toBe('2026-10-26T01:30:00.000Z')
    expect(next('0 9 * * *', '2026-03-28T08:00:00Z')).toBe('2026-03-29T07:00:00.000Z')
  })
})

/** A simple model beside the machine: without runs, a list of the last signal and when it was overdue. */
describe('whatever signals come', () => {
  const anyKind = fc.constantFrom<Signal['kind']>('SUCCESS', 'SUCCESS', 'START', 'FAIL', 'LOG')
  const anySignal = fc.record({
    afterMs: fc.nat({ max: 150_000 }),
    kind: anyKind,
    runId: fc.constantFrom(null, 'a', 'b', 'c'),
    exitCode: fc.constantFrom(null, 0, 7),
  })
  const anyExpectation = fc.record({
    everySeconds: fc.constantFrom(30, 60, 90),
    graceSeconds: fc.constantFrom(0, 10, 200),
    maxRunSeconds: fc.constantFrom(null, 1, 45, 500),
  })
  const timed = (
    sent: readonly { afterMs: number; kind: Signal['kind']; runId: string | null; exitCode: number | null }[],
  ) => {
    let atMs = 0
    return sent.map(({ afterMs, ...rest }): Signal => ({ ...rest, atMs: (atMs += afterMs) }))
  }
  const run = (watch: Watch, signals: readonly Signal[], looks: readonly number[]) => {
    let heartbeat: Heartbeat = newHeartbeat(0, 'NEW')
    const events: HeartbeatEvent[] = []
    const take = (step: { heartbeat: Heartbeat; events: readonly HeartbeatEvent[] }) => {
      heartbeat = step.heartbeat
      events.push(...step.events)
    }
    const all = [...signals.map((one) => ({ ms: one.atMs, one })), ...looks.map((ms) => ({ ms, one: null }))]
    for (const { ms, one } of all.toSorted((a, b) => a.ms - b.ms || (a.one ? 1 : 0) - (b.one ? 1 : 0)))
      take(one === null ? advance(heartbeat, watch, ms) : receive(heartbeat, watch, one))
    const endMs = Math.max(0, ...all.map(({ ms }) => ms)) + 1_000_000
    take(advance(heartbeat, watch, endMs))
    return { heartbeat, events, endMs }
  }
  it('without an end it is down by the deadline that its last success or the first start after it sets', () => {
    const anyStart = fc.record({ afterMs: fc.nat({ max: 80_000 }), runId: fc.constantFrom(null, 'a', 'b', 'c') })
    fc.assert(
      fc.property(anyExpectation, fc.array(anyStart, { maxLength: 80 }), (changes, starts) => {
        const expectation = every(changes)
        const { maxRunSeconds, graceSeconds, everySeconds } = expectation
        const sent = timed(starts.map((one) => ({ ...one, kind: 'START', exitCode: null })))
        const { events } = run(watchOf(expectation), [signal(0), ...sent], [])
        const [first] = sent
        const overdueMs = ((everySeconds ?? 0) + graceSeconds) * 1000
        const isStarted = first !== undefined && first.atMs <= overdueMs
        const startMs = isStarted ? first.atMs + (maxRunSeconds === null ? overdueMs : maxRunSeconds * 1000) : 0
        const [down] = changed(events).filter(({ state }) => state === 'DOWN')
        expect(down?.atMs).toBeLessThanOrEqual(Math.max(overdueMs, startMs))
      }),
    )
  })

  it('what it becomes does not depend on when somebody looks', () => {
    fc.assert(
      fc.property(
        anyExpectation,
        fc.array(anySignal, { maxLength: 30 }),
        fc.array(fc.nat({ max: 3_000_000 }), { maxLength: 20 }),
        fc.boolean(),
        (expectation, sent, looks, isLateWatched) => {
          const watch = watchOf(every(expectation), isLateWatched)
          const signals = timed(sent)
          const unobserved = run(watch, signals, [])
          const observed = run(
            watch,
            signals,
            looks.filter((ms) => ms <= (signals.at(-1)?.atMs ?? 0)),
          )
          expect(observed.events).toEqual(unobserved.events)
          expect(observed.heartbeat).toEqual(unobserved.heartbeat)
        },
      ),
    )
  })

  it('times never go back, each change changes the state, and looking when it says so misses nothing', () => {
    fc.assert(
      fc.property(
        anyExpectation,
        fc.array(anySignal, { maxLength: 30 }),
        fc.boolean(),
        (expectation, sent, isWatched) => {
          const watch = watchOf(every(expectation), isWatched)
          const { events, heartbeat } = run(watch, timed(sent), [])
          const times = events.map(({ atMs }) => atMs)
          expect(times).toEqual(times.toSorted((a, b) => a - b))
          const states = ['NEW', ...changed(events).map(({ state }) => state)]
          expect(states.some((state, index) => index > 0 && state === states[index - 1])).toBe(false)
          expect(heartbeat.state).toBe(states.at(-1))
          const untilMs = quietUntil(heartbeat, watch)
          if (untilMs !== null) expect(advance(heartbeat, watch, untilMs).events).toEqual([])
          if (untilMs !== null) expect(advance(heartbeat, watch, untilMs + 1).events).not.toEqual([])
        },
      ),
    )
  })

  it('without runs it is down exactly where signals of success are further apart than the period and its grace', () => {
    const successes = fc.array(fc.nat({ max: 200_000 }), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(fc.constantFrom(30, 60), fc.constantFrom(0, 15), successes, (everySeconds, graceSeconds, gaps) => {
        const watch = watchOf(every({ everySeconds, graceSeconds }))
        const signals = timed(
          gaps.map((afterMs) => ({ afterMs, kind: 'SUCCESS' as const, runId: null, exitCode: null })),
        )
        const allowedMs = at(everySeconds + graceSeconds)
        const expected = signals.flatMap(({ atMs }, index) => {
          const next = signals[index + 1]?.atMs ?? Infinity
          return next - atMs > allowedMs ? [atMs + allowedMs] : []
        })
        const { events } = run(watch, signals, [])
        expect(changed(events).flatMap(({ state, atMs }) => (state === 'DOWN' ? [atMs] : []))).toEqual(expected)
      }),
    )
  })
})
