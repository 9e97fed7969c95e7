import { describe, expect, it } from 'vitest'
import { judgeHeartbeats } from './check-heartbeats.ts'
import type { ExpectedCalls, HeartbeatRecord, RecordedChange, SentSignal } from './record.ts'

const start = Date.UTC(2026, 0, 5)
const at = (seconds: number) => start + seconds * 1000

const job: ExpectedCalls = {
  receiverId: 'job',
  notificationId: 'rule',
  everyMs: 10_000,
  graceMs: 5000,
  maxRunMs: null,
  isLateWatched: false,
}

interface Sent {
  kind?: SentSignal['kind']
  runId?: string
  /** No answer came, and whether it was stored all the same. */
  unknown?: 'stored' | 'lost'
}

/** A signal that was sent at that time, stored some milliseconds later, and acknowledged then. */
const signal = (seconds: number, { kind = 'SUCCESS', runId, unknown }: Sent = {}) => ({
  sent: {
    receiverId: 'job',
    key: `signal-${seconds}`,
    kind,
    runId: runId ?? null,
    sentMs: at(seconds) - 10,
    acknowledgedMs: unknown === undefined ? at(seconds) + 20 : null,
  },
  stored: unknown === 'lost' ? [] : [{ key: `signal-${seconds}`, fromMs: at(seconds) - 5, toMs: at(seconds) + 5 }],
})
type Signals = readonly ReturnType<typeof signal>[]

const change = (seconds: number, state: string, reason: string, changes: Partial<RecordedChange> = {}) => ({
  id: `${state} ${seconds}`,
  receiverId: 'job',
  atMs: at(seconds),
  state,
  reason,
  absenceMs: null,
  notedAtMs: at(seconds) + 30,
  ...changes,
})

const recordOf = (
  signals: Signals,
  changes: readonly RecordedChange[],
  { job: expected = job, ...rest }: Partial<HeartbeatRecord> & { job?: ExpectedCalls } = {},
): HeartbeatRecord => {
  const wasDown = (index: number) => changes[index - 1]?.state === 'DOWN'
  const alerts = changes.flatMap(({ id, state, reason }, index) => {
    const occasion =
      state === 'DOWN' || state === 'LATE' ? 'HOLDS' : reason === 'SIGNAL' && wasDown(index) ? 'RECOVERED' : null
    return occasion === null
      ? []
      : [{ id: `to ${id}`, notificationId: 'rule', changeId: id, occasion, status: 'DELIVERED' }]
  })
  return {
    endMs: at(100),
    expected: [expected],
    sent: signals.map(({ sent }) => sent),
    stored: signals.flatMap(({ stored }) => stored),
    changes: [...changes],
    alerts,
    seen: alerts.map(({ id }) => ({ webhookId: id, atMs: at(50), answered: 204 })),
    faults: [],
    absences: [],
    ...rest,
  }
}
const kindsOf = (...given: Parameters<typeof recordOf>) =>
  judgeHeartbeats(recordOf(...given)).violations.map(({ kind }) => kind)

const signals = [signal(0), signal(10), signal(40), signal(52)]
const up = change(0, 'UP', 'SIGNAL')
const down = change(25, 'DOWN', 'SILENT')
const again = change(40, 'UP', 'SIGNAL')
const downAtEnd = change(67, 'DOWN', 'SILENT')
const good = [up, down, again, downAtEnd]

describe('the checker of heartbeats', () => {
  it('finds nothing in a run that went well, and counts what it judged', () => {
    expect(judgeHeartbeats(recordOf(signals, good))).toEqual({
      violations: [],
      heartbeats: 1,
      signals: 4,
      alerts: 2,
      exactAlerts: 2,
      lateAlerts: 0,
      recoveries: 1,
      unansweredAlerts: 0,
      busyMs: 0,
      lagsMs: [30, 30],
    })
  })

  it.each<[string, RecordedChange[], string[]]>([
    ['an alert that is missing', [up, downAtEnd], ['missed-alert']],
    ['one that is missing at the end', [up, down, again], ['missed-alert']],
    ['a change that is missing', good.slice(1), ['missing-change']],
    ['an alert before the grace was over', [up, { ...down, atMs: at(23) }, again, downAtEnd], ['false-alert']],
    [
      'an alert though the signal came',
      [up, down, again, change(55, 'DOWN', 'SILENT'), change(52, 'UP', 'SIGNAL')],
      ['false-alert'],
    ],
    ['an alert long after its time', [up, { ...down, atMs: at(31) }, again, downAtEnd], ['misplaced-alert']],
    ['a second alert', [up, down, change(35, 'DOWN', 'SILENT'), again, downAtEnd], ['double-alert']],
    ['a recovery that is missing', [up, down], ['missed-recovery']],
    ['a recovery twice', [up, down, again, change(52, 'UP', 'SIGNAL'), downAtEnd], ['double-change']],
    ['an alert for another reason', [up, { ...down, reason: 'FAILED' }, again, downAtEnd], ['missed-alert']],
    [
      'an alert that is later by an absence of which nothing is known',
      [up, { ...down, atMs: at(30), absenceMs: 5000 }, again, downAtEnd],
      ['misplaced-alert'],
    ],
    [
      'an alert that was recorded long after its time',
      [up, { ...down, notedAtMs: at(39) }, again, downAtEnd],
      ['late-alert'],
    ],
  ])('finds %s', (_what, changes, kinds) => {
    expect(kindsOf(signals, changes)).toEqual(kinds)
  })

  it('finds deliveries that are missing, sent twice, of nothing, not delivered, or not recorded', () => {
    const { alerts, seen } = recordOf(signals, good)
    const [first, ...others] = alerts
    if (first === undefined) throw new Error('There is no alert.')
    expect(kindsOf(signals, good, { alerts: others, seen: seen.slice(1) })).toEqual(['missing-alert'])
    expect(kindsOf(signals, good, { alerts: [...alerts, first] })).toEqual(['alert-sent-twice'])
    expect(kindsOf(signals, good, { alerts: [...alerts, { ...first, changeId: up.id }] })).toEqual(['undemanded-alert'])
    expect(kindsOf(signals, good, { alerts: [{ ...first, occasion: 'RECOVERED' }, ...others] })).toEqual([
      'missing-alert',
      'undemanded-alert',
    ])
    expect(kindsOf(signals, good, { seen: seen.slice(1) })).toEqual(['undelivered-alert'])
    expect(kindsOf(signals, good, { alerts: others })).toEqual(['missing-alert', 'unrecorded-alert'])
  })

  it('finds signals that are lost, that nobody sent, and that were stored at another time', () => {
    const { stored, sent } = recordOf(signals, good)
    expect(kindsOf(signals, good, { stored: stored.slice(1) })).toContain('lost-signal')
    expect(kindsOf(signals, good, { sent: sent.slice(1) })).toContain('unsent-signal')
    const moved = sent.map((one) => ({ ...one, sentMs: one.sentMs + 200 }))
    expect(kindsOf(signals, good, { sent: moved })).toContain('misplaced-signal')
  })

  it('counts a signal without an answer as far as it was stored', () => {
    const lost = [signal(0), signal(10), signal(23, { unknown: 'lost' }), signal(40), signal(52)]
    expect(kindsOf(lost, good)).toEqual([])
    const stored = [signal(0), signal(10), signal(20, { unknown: 'stored' }), signal(40), signal(52)]
    expect(kindsOf(stored, good)).toEqual(['false-alert'])
    expect(kindsOf(stored, [up, change(35, 'DOWN', 'SILENT'), again, downAtEnd])).toEqual([])
  })

  it('finds alerts though the sender had called in time and was not answered, unless nobody could notice that', () => {
    const early = [signal(0), signal(10), signal(19, { unknown: 'lost' }), signal(40), signal(52)]
    expect(kindsOf(early, good)).toEqual(['unanswered-alert'])
    const late = [signal(0), signal(10), signal(23, { unknown: 'lost' }), signal(40), signal(52)]
    expect(kindsOf(late, good)).toEqual([])
    const faults = [{ what: 'link cut', fromMs: at(18.5), toMs: at(18.5) }]
    expect(judgeHeartbeats(recordOf(early, good, { faults }))).toMatchObject({ violations: [], unansweredAlerts: 1 })
    const waited = { receiverId: 'job', key: 'signal-19', kind: 'SUCCESS', runId: null, sentMs: at(19) } as const
    const { sent, stored } = recordOf([signal(0), signal(10), signal(40), signal(52)], good)
    const recordedLate = {
      sent: [...sent.slice(0, 2), { ...waited, acknowledgedMs: at(27) }, ...sent.slice(2)],
      stored: [...stored.slice(0, 2), { key: waited.key, fromMs: at(27), toMs: at(27) }, ...stored.slice(2)],
    }
    const recovered = [up, down, change(27, 'UP', 'SIGNAL'), downAtEnd]
    expect(judgeHeartbeats(recordOf([], recovered, recordedLate))).toMatchObject({
      violations: [],
      unansweredAlerts: 1,
      busyMs: 10_000,
    })
    const short = [{ what: 'api freeze', fromMs: at(18.5), toMs: at(20) }]
    expect(judgeHeartbeats(recordOf(early, good, { faults: short }))).toMatchObject({
      violations: [],
      unansweredAlerts: 1,
    })
  })

  it('takes either where a signal was stored around the very end of its grace', () => {
    const near = [signal(0), signal(15), signal(29)]
    const end = change(44, 'DOWN', 'SILENT')
    expect(kindsOf(near, [up, end])).toEqual([])
    const both = [up, change(14.996, 'DOWN', 'SILENT'), change(15.001, 'UP', 'SIGNAL'), end]
    expect(kindsOf(near, both)).toEqual([])
    expect(kindsOf(near, [up, change(14.99, 'DOWN', 'SILENT'), change(15.001, 'UP', 'SIGNAL'), end])).toEqual([
      'false-alert',
    ])
  })

  describe('of our own absence', () => {
    const frozen = (fromSeconds: number, toSeconds: number) => {
      const faults = [{ what: 'api freeze', fromMs: at(fromSeconds), toMs: at(toSeconds) }]
      return { faults, absences: faults }
    }
    const later = (seconds: number, absenceSeconds: number | null) =>
      change(seconds, 'DOWN', 'SILENT', { absenceMs: absenceSeconds === null ? null : absenceSeconds * 1000 })

    const longer = [signal(0), signal(10), signal(60)]
    const atEnd = [change(60, 'UP', 'SIGNAL'), change(75, 'DOWN', 'SILENT')]

    it('demands that it is added to the grace, and some time to try again', () => {
      expect(kindsOf(longer, [up, later(42.5, 17.5), ...atEnd], frozen(12, 24))).toEqual([])
      expect(kindsOf(longer, [up, later(25, null), ...atEnd], frozen(12, 24))).toEqual(['false-alert'])
      expect(kindsOf(longer, [up, later(37, 12), ...atEnd], frozen(12, 24))).toEqual(['false-alert'])
    })
    it('demands that of one that began just before the alert, too', () => {
      expect(kindsOf(longer, [up, later(33.3, 8.3), ...atEnd], frozen(24.5, 28))).toEqual([])
      expect(kindsOf(longer, [up, later(25, null), ...atEnd], frozen(24.5, 28))).toEqual(['false-alert'])
    })
    it('allows that one is found to be longer than it was until it was noticed, and no longer', () => {
      expect(kindsOf(longer, [up, later(43.4, 18.4), ...atEnd], frozen(14, 26))).toEqual([])
      expect(kindsOf(longer, [up, later(50, 25), ...atEnd], frozen(14, 26))).toEqual(['misplaced-alert'])
    })
    it('allows that a short one is not noticed, and demands nothing of faults elsewhere', () => {
      expect(kindsOf(signals, good, frozen(12, 13.8))).toEqual([])
      const faults = [{ what: 'executor-1 kill', fromMs: at(12), toMs: at(24) }]
      expect(kindsOf(signals, good, { faults })).toEqual([])
    })
    it('demands it from when on nothing arrived that was held up on the link', () => {
      const { faults, absences } = frozen(24.5, 28)
      const stalled = [...faults, { what: 'link stall', fromMs: at(23), toMs: at(25.5) }]
      expect(kindsOf(longer, [up, later(25, null), ...atEnd], { faults: stalled, absences })).toEqual([])
    })
    it('allows one while a machine was so busy that a call had to wait, and none where no call did', () => {
      const waited = (seconds: number) => {
        const { sent, stored } = recordOf(longer, [])
        const call = { receiverId: 'other', key: 'signal-other', kind: 'SUCCESS', runId: null } as const
        const [sentMs, acknowledgedMs] = [at(12), at(12 + seconds)]
        return {
          sent: [...sent, { ...call, sentMs, acknowledgedMs }],
          stored: [...stored, { key: call.key, fromMs: acknowledgedMs, toMs: acknowledgedMs }],
        }
      }
      const changes = [up, later(33.2, 8.2), ...atEnd]
      expect(kindsOf(longer, changes, waited(3))).toEqual([])
      expect(kindsOf(longer, changes, waited(1.4))).toEqual(['misplaced-alert'])
      expect(kindsOf(longer, [up, down, ...atEnd], waited(3))).toEqual([])
    })
    it('allows one of a connection that broke while the ingress was frozen, until it has noticed that', () => {
      const { faults, absences } = frozen(11, 13)
      const broken = [...faults, { what: 'link half-open', fromMs: at(12), toMs: at(12) }]
      const changes = [up, later(45, 20), ...atEnd]
      expect(kindsOf(longer, changes, { faults: broken, absences })).toEqual([])
      expect(kindsOf(longer, changes, { faults, absences })).toEqual(['misplaced-alert'])
    })
    it('is counted in what the change says, and nothing else is', () => {
      expect(kindsOf(longer, [up, later(42.5, 16), ...atEnd], frozen(12, 24))).toEqual(['misplaced-alert'])
    })
  })

  describe('of runs', () => {
    const limited = { ...job, everyMs: 60_000, graceMs: 30_000, maxRunMs: 20_000 }
    const begin = (seconds: number, runId: string) => signal(seconds, { kind: 'START', runId })
    const end = (seconds: number, runId: string, kind: SentSignal['kind'] = 'SUCCESS') =>
      signal(seconds, { kind, runId })
    const running = change(0, 'RUNNING', 'STARTED')

    it('judges each by its own time where they overlap', () => {
      const overlapping = [begin(0, 'a'), begin(5, 'b'), end(15, 'a'), end(24, 'b')]
      expect(kindsOf(overlapping, [running, change(24, 'UP', 'SIGNAL')], { job: limited })).toEqual([])
      expect(kindsOf(overlapping, [running, change(15, 'UP', 'SIGNAL')], { job: limited })).toEqual(['wrong-change'])
      const long = [begin(0, 'a'), begin(5, 'b'), end(15, 'b'), end(30, 'a')]
      const changes = [running, change(20, 'DOWN', 'RUN_TOO_LONG'), change(30, 'UP', 'SIGNAL')]
      expect(kindsOf(long, changes, { job: limited })).toEqual([])
      expect(kindsOf(long, [running, change(30, 'UP', 'SIGNAL')], { job: limited })).toEqual(['missed-alert'])
    })
    it('learns from the state after a success whether one was over that ended while it was down', () => {
      const ran = [signal(0, { kind: 'FAIL' }), begin(2, 'a'), signal(30)]
      const faults = [{ what: 'link half-open', fromMs: at(5), toMs: at(5) }]
      const kindsBy = (...changes: RecordedChange[]) =>
        kindsOf(ran, [change(0, 'DOWN', 'FAILED'), ...changes], { job: limited, faults })
      const open = change(30, 'RUNNING', 'SIGNAL')
      expect(kindsBy(change(30, 'UP', 'SIGNAL'))).toEqual([])
      expect(kindsBy(open, change(42, 'DOWN', 'RUN_TOO_LONG', { absenceMs: 20_000 }))).toEqual([])
      expect(kindsBy(open)).toEqual(['missed-alert'])
      const two = [signal(0, { kind: 'FAIL' }), begin(1, 'a'), begin(2, 'b'), signal(21.5)]
      const second = [change(21.5, 'RUNNING', 'SIGNAL'), change(22, 'DOWN', 'RUN_TOO_LONG')]
      expect(kindsOf(two, [change(0, 'DOWN', 'FAILED'), ...second], { job: limited, faults })).toEqual([])
    })
    it('does not look at each combination of runs that may be over', () => {
      const places = Array.from({ length: 24 }, (_one, index) => index)
      const faults = places.map((place) => ({ what: 'link half-open', fromMs: at(place * 3), toMs: at(place * 3) }))
      const starts = places.map((place) => begin(2 + place * 3, `${place}`))
      const changes = [change(0, 'DOWN', 'FAILED'), change(80, 'UP', 'SIGNAL')]
      const failed = [signal(0, { kind: 'FAIL' }), ...starts, signal(80)]
      const until = { job: { ...limited, maxRunMs: 5000 }, faults }
      expect(kindsOf(failed, changes, until)).toEqual([])
      expect(kindsOf(failed, [...changes, change(81, 'RUNNING', 'STARTED')], until)).toEqual(['wrong-change'])
    })
    describe('after an absence that ended between the starts of two', () => {
      const frozen = (fromSeconds: number, toSeconds: number) => {
        const faults = [{ what: 'api freeze', fromMs: at(fromSeconds), toMs: at(toSeconds) }]
        return { job: limited, faults, absences: faults }
      }
      const tooLong = (seconds: number, absenceMs: number | null = null) =>
        change(seconds, 'DOWN', 'RUN_TOO_LONG', { absenceMs })

      it('demands that the younger is found first where that of the older is surely later', () => {
        const ran = [begin(0, 'older'), begin(16, 'younger'), end(36.3, 'younger'), end(36.5, 'older')]
        const found = [running, tooLong(36), change(36.3, 'RUNNING', 'SIGNAL'), change(36.5, 'UP', 'SIGNAL')]
        expect(kindsOf(ran, found, frozen(2, 14))).toEqual([])
        expect(kindsOf(ran, [running, change(36.5, 'UP', 'SIGNAL')], frozen(2, 14))).toEqual(['missed-alert'])
      })
      it('takes either first where both are possible, before the last time that the other may have', () => {
        const ran = [begin(0, 'older'), begin(8, 'younger'), end(29, 'older')]
        const kindsBy = (first: RecordedChange) =>
          kindsOf(ran, [running, first, change(29, 'UP', 'SIGNAL')], frozen(2, 3.8))
        expect(kindsBy(tooLong(20))).toEqual([])
        expect(kindsBy(tooLong(28))).toEqual([])
        expect(kindsBy(tooLong(28.5, 8500))).toEqual(['misplaced-alert'])
      })
      it('takes the older first where both started before it', () => {
        const ran = [begin(0, 'older'), begin(1, 'younger'), end(37, 'older')]
        const kindsBy = (first: RecordedChange) =>
          kindsOf(ran, [running, first, change(37, 'UP', 'SIGNAL')], frozen(4, 14))
        expect(kindsBy(tooLong(35.2, 15_200))).toEqual([])
        expect(kindsBy(tooLong(36.2, 15_200))).toEqual(['wrong-change'])
      })
    })
    it('demands an alert of a failure, at once, and no recovery by a start', () => {
      const failing = [begin(0, 'a'), end(5, 'a', 'FAIL'), begin(8, 'b'), end(12, 'b')]
      const changes = [running, change(5, 'DOWN', 'FAILED'), change(12, 'UP', 'SIGNAL')]
      expect(kindsOf(failing, changes, { job: limited })).toEqual([])
      expect(kindsOf(failing, [running, change(12, 'UP', 'SIGNAL')], { job: limited })).toEqual(['missing-change'])
      const early = [running, change(5, 'DOWN', 'FAILED'), change(8, 'RUNNING', 'STARTED'), change(12, 'UP', 'SIGNAL')]
      expect(kindsOf(failing, early, { job: limited })).toEqual(['missed-recovery'])
    })
    it('demands an alert of a success that was none, for that reason', () => {
      const unmet = [signal(0), signal(8, { kind: 'UNMET' }), signal(12)]
      const changes = [up, change(8, 'DOWN', 'UNMET'), change(12, 'UP', 'SIGNAL')]
      expect(kindsOf(unmet, changes, { job: limited })).toEqual([])
      expect(kindsOf(unmet, [up], { job: limited })).toEqual(['missing-change'])
    })
    it('demands an alert of a job that starts each time and never ends', () => {
      const starts = [begin(0, 'a'), begin(8, 'b'), begin(14, 'c')]
      const silent = change(15, 'DOWN', 'SILENT')
      expect(kindsOf(starts, [running, silent])).toEqual([])
      expect(kindsOf(starts, [running, change(29, 'DOWN', 'SILENT')])).toEqual(['misplaced-alert'])
      const repeated = [begin(0, 'a'), begin(8, 'a'), begin(14, 'a')]
      const tooLong = [running, change(20, 'DOWN', 'RUN_TOO_LONG')]
      expect(kindsOf(repeated, tooLong, { job: limited })).toEqual([])
      expect(kindsOf(repeated, [running, change(34, 'DOWN', 'RUN_TOO_LONG')], { job: limited })).toEqual([
        'misplaced-alert',
      ])
    })
    it('takes a run that is never ended for lost once a signal would be overdue', () => {
      const lost = [begin(0, 'a'), signal(5), begin(10, 'b'), end(19, 'b'), signal(29)]
      const changes = [running, change(19, 'UP', 'SIGNAL'), change(44, 'DOWN', 'SILENT')]
      expect(kindsOf(lost, changes)).toEqual([])
    })
  })

  it('reads the times of an expression, and late signals where somebody is notified of them', () => {
    const minutely = { ...job, everyMs: null, graceMs: 5000 }
    const record = { job: minutely, endMs: at(200) }
    const changes = [up, change(65, 'DOWN', 'SILENT'), change(70, 'UP', 'SIGNAL'), change(125, 'DOWN', 'SILENT')]
    expect(kindsOf([signal(0), signal(70)], changes, record)).toEqual([])
    const watched = { ...job, isLateWatched: true }
    const late = [signal(0), signal(12), signal(24)]
    const lateChanges = [
      up,
      change(10, 'LATE', 'LATE'),
      change(12, 'UP', 'SIGNAL'),
      change(22, 'LATE', 'LATE'),
      change(24, 'UP', 'SIGNAL'),
      change(34, 'LATE', 'LATE'),
      change(39, 'DOWN', 'SILENT'),
    ]
    expect(kindsOf(late, lateChanges, { job: watched })).toEqual([])
    expect(kindsOf(late, lateChanges.toSpliced(3, 2), { job: watched })).toEqual(['missed-alert'])
  })

  it('demands no alert of lateness where it was down by the time that this was found', () => {
    const watched = { ...job, isLateWatched: true }
    const found = (lateNotedAt: number) => [
      up,
      change(10, 'LATE', 'LATE', { notedAtMs: at(lateNotedAt) }),
      change(15, 'DOWN', 'SILENT', { notedAtMs: at(17) }),
    ]
    const kinds = (changes: readonly RecordedChange[]) => {
      const { alerts, seen } = recordOf([signal(0)], changes)
      return kindsOf([signal(0)], changes, { job: watched, alerts: alerts.slice(1), seen: seen.slice(1) })
    }
    expect(kinds(found(17))).toEqual([])
    expect(kinds(found(10))).toEqual(['missing-alert'])
  })
})
