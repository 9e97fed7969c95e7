import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultExpectation } from '../heartbeat-rules.ts'
import { countedText, describeChange } from '../heartbeat-words.ts'
import { bandsOf } from '../history-rules.ts'
import {
  type Heartbeat,
  type HeartbeatChange,
  type HeartbeatEvent,
  newHeartbeat,
  shownState,
  type Watch,
} from '../machine/heartbeat-state.ts'
import { edit, expectAnew, pause, resume } from '../machine/watch-changes.ts'
import { type Counts, judge, nextLook, settleMs, toCount } from './judge.ts'
import type { Usual } from './usual.ts'
import { hourMs } from './week-hours.ts'

const monday = Date.UTC(2026, 0, 5)
const at = (hours: number) => monday + hours * hourMs
const minute = 60_000

/** Each hour from 9 to 17 has about fifty; the others are too quiet. */
const usual: Usual = {
  learnedAtMs: monday,
  fromMs: monday - 28 * 24 * hourMs,
  untilMs: monday,
  hours: [],
  windows: Array.from({ length: 7 * 8 }, (_, index) => ({
    start: Math.floor(index / 8) * 24 + 9 + (index % 8),
    hours: 1,
    expected: 51,
    from: 40,
    to: 62,
    lowest: 25,
  })),
  mostRejected: 5,
}
const expectation = { ...defaultExpectation, mode: 'LEARNED', graceSeconds: 600 } as const
const watch: Watch & { usual: Usual } = { expectation, usual, isLateWatched: false }

const upAt = (hours: number): Heartbeat => ({
  ...edit(newHeartbeat(monday, 'NEW'), watch, at(hours)).heartbeat,
  state: 'UP',
})

/** Looks at each hour as soon as it can be looked at, with what was counted of it; gives what changed. */
const looking = (
  start: Heartbeat,
  untilMs: number,
  countsOf: (fromHour: number) => Partial<Counts>,
  goesOn = () => true,
) => {
  let heartbeat = start
  let lookAtMs = nextLook(heartbeat)
  let last: HeartbeatChange | null = null
  const changes: string[] = []
  const texts: string[] = []
  const kinds: HeartbeatEvent['kind'][] = []
  while (lookAtMs !== null && lookAtMs <= untilMs && goesOn()) {
    const span = toCount(heartbeat, watch, lookAtMs)
    if (span === null) throw new Error('Nothing is to be counted.')
    const counts = {
      received: 50,
      rejected: 0,
      lastRequestAtMs: lookAtMs - 1000,
      isUnknown: false,
      ...countsOf((span.hourFromMs - monday) / hourMs),
    }
    const lastReason: HeartbeatChange['reason'] | null = last?.reason ?? null
    const step = judge(heartbeat, watch, { ...counts, span, lastReason, nowMs: lookAtMs })
    heartbeat = step.heartbeat
    lookAtMs = step.lookAtMs
    for (const { change, kind } of step.events) {
      kinds.push(kind)
      if (change === null) continue
      last = change
      changes.push(`${(change.atMs - monday) / hourMs} ${change.state} ${change.reason}`)
      texts.push(describeChange(change))
    }
  }
  return { heartbeat, changes, texts, kinds, last, failures: kinds.filter((kind) => kind === 'FAILURE').length }
}

describe('a heartbeat that expects what is usual', () => {
  it('stays up as long as each hour has enough, and expects the next hour that is judged', () => {
    const { heartbeat, changes } = looking(upAt(9), at(17) + settleMs, () => ({}))
    expect(changes).toEqual([])
    expect(heartbeat).toMatchObject({ state: 'UP', expectedAtMs: at(24 + 10), judgedUntilMs: at(17) })
    expect(heartbeat.lastSignalAtMs).toBe(at(17) + settleMs - 1000)
  })

  it('is late once an hour that had too few is over, down at the end of the grace, and up with the next hour that has enough', () => {
    const { changes, texts, failures } = looking(upAt(9), at(17), (hour) => (hour === 14 ? { received: 3 } : {}))
    expect(changes).toEqual(['15 LATE LATE', `${15 + 1 / 6} DOWN TOO_FEW`, '16 UP AS_USUAL'])
    expect(texts[1]).toBe('3 requests in the hour from 14:00; usually 40 to 62')
    expect(failures).toBe(1)
  })

  it('is up again where what was missing comes within the grace', () => {
    let looks = 0
    const { changes, failures } = looking(upAt(9), at(15) + 30 * minute, (hour) =>
      hour === 14 && (looks += 1) === 1 ? { received: 3 } : {},
    )
    expect(changes).toEqual(['15 LATE LATE', `${15 + 1 / 6} UP AS_USUAL`])
    expect(failures).toBe(0)
  })

  it('is up again without a success where by the end of the grace nobody knows how many came, and says so', () => {
    let looks = 0
    const { changes, kinds } = looking(upAt(9), at(15) + 30 * minute, (hour) =>
      hour === 14 ? { received: 3, isUnknown: (looks += 1) > 1 } : {},
    )
    expect(changes).toEqual(['15 LATE LATE', `${15 + 1 / 6} UP NOT_JUDGED`])
    expect(kinds).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS', 'SUCCESS', 'SUCCESS', 'LATE', 'OTHER'])
  })

  it('records each change of its state, whatever is counted', () => {
    const counts = fc.record({
      received: fc.constantFrom(3, 50),
      rejected: fc.constantFrom(0, 0, 120),
      isUnknown: fc.boolean(),
    })
    const states = fc.constantFrom('NEW', 'UP', 'LATE', 'DOWN')
    fc.assert(
      fc.property(states, fc.array(counts, { minLength: 1, maxLength: 30 }), (state, all) => {
        let looks = 0
        const start: Heartbeat = { ...upAt(9), state }
        const { heartbeat, last } = looking(
          start,
          Infinity,
          () => all[looks++] ?? {},
          () => looks < all.length,
        )
        expect([heartbeat.state, heartbeat.sinceMs]).toEqual(last ? [last.state, last.atMs] : [state, start.sinceMs])
      }),
    )
  })

  it('counts each hour that is missing while it is down, and none that is too quiet to judge', () => {
    const { failures, changes } = looking(upAt(9), at(24 + 9), () => ({ received: 0 }))
    expect(changes).toEqual(['10 LATE LATE', `${10 + 1 / 6} DOWN TOO_FEW`])
    expect(failures).toBe(8)
  })

  it('is down where more requests were rejected than in any usual hour, also in one that is too quiet, until an hour has no more', () => {
    const { changes, texts } = looking(upAt(0), at(6), (hour) => (hour === 2 || hour === 3 ? { rejected: 120 } : {}))
    expect(changes).toEqual(['3 DOWN REJECTED', '5 UP AS_USUAL'])
    expect(texts[0]).toBe('120 requests rejected in the hour from 02:00; usually at most 5')
  })

  it('is not up again after a silence by an hour that says nothing', () => {
    const { changes } = looking(upAt(9), at(24 + 9), (hour) => (hour === 16 ? { received: 0 } : {}))
    expect(changes).toEqual(['17 LATE LATE', `${17 + 1 / 6} DOWN TOO_FEW`])
  })

  it('does not judge an hour in which nobody could take requests for a time', () => {
    const { changes, failures } = looking(upAt(9), at(17), (hour) =>
      hour === 11 ? { received: 0, isUnknown: true } : {},
    )
    expect([changes, failures]).toEqual([[], 0])
  })

  it('comes to the same result however late somebody looks', () => {
    let heartbeat = upAt(14)
    const span = toCount(heartbeat, watch, at(20))
    expect(span).toMatchObject({ hourUntilMs: at(15), countUntilMs: at(15) + 10 * minute })
    if (span === null) throw new Error('Nothing is to be counted.')
    const step = judge(heartbeat, watch, {
      span,
      received: 3,
      rejected: 0,
      lastRequestAtMs: null,
      isUnknown: false,
      lastReason: null,
      nowMs: at(20),
    })
    heartbeat = step.heartbeat
    expect(step.events.map(({ change }) => change && [change.atMs, change.state])).toEqual([
      [at(15) + 10 * minute, 'DOWN'],
    ])
    expect(heartbeat).toMatchObject({ judgedUntilMs: at(15), expectedAtMs: at(16) })
    expect(step.lookAtMs).toBe(at(16) + settleMs)
  })

  it('expects nothing while it is paused, and once it is resumed only hours that begin since', () => {
    const paused = pause(upAt(9), at(10.5)).heartbeat
    expect([paused.expectedAtMs, nextLook(paused), toCount(paused, watch, at(99))]).toEqual([null, null, null])
    const { heartbeat } = resume(paused, watch, at(11.5))
    expect(heartbeat).toMatchObject({ state: 'NEW', expectedAtMs: at(13), judgedUntilMs: at(12) })
  })

  it('expects only hours that begin since, once its account is no longer suspended', () => {
    const { heartbeat } = expectAnew(upAt(9), watch, at(11.5))
    expect(heartbeat).toMatchObject({ state: 'UP', expectedAtMs: at(13), judgedUntilMs: at(12) })
    const paused = pause(upAt(9), at(10.5)).heartbeat
    expect(expectAnew(paused, watch, at(11.5))).toEqual({ heartbeat: paused, events: [] })
  })

  it('is not shown as late before its requests are counted', () => {
    expect(shownState(upAt(9), at(10) + 1000)).toBe('UP')
    const [{ change } = {}] = pause(upAt(9), at(10) + 1000).events
    if (!change) throw new Error('It is paused.')
    const up = { ...change, state: 'UP', atMs: at(9) } as const
    const bands = bandsOf([up, change], { fromMs: at(9), toMs: at(11) })
    expect(bands).toEqual([{ fromMs: at(9), toMs: change.atMs, state: 'UP' }])
  })

  it('expects as before once another mode is chosen', () => {
    const every = { ...watch, expectation: { ...defaultExpectation, everySeconds: 60 } }
    const { heartbeat } = edit(upAt(9), every, at(12))
    expect(heartbeat).toMatchObject({ expectedAtMs: at(12) + minute, judgedUntilMs: null })
  })
})

it('what was counted is said by the clocks of its zone, and over the whole time of several hours', () => {
  const counted = {
    kind: 'RECEIVED',
    count: 1,
    fromMs: at(6),
    untilMs: at(14),
    from: 9,
    to: 9,
    timezone: 'America/Vancouver',
  } as const
  expect(countedText(counted)).toBe('1 request from 22:00 to 06:00; usually 9')
})
