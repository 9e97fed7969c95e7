import { describe, expect, it } from 'vitest'
import type { FaultRecord, RecordedExecution, RecordedMissed, ScheduleChange } from '../record.ts'
import { checkEnds, judgePlanned } from './check-planned.ts'
import { cronTimeFrom } from './cron-times.ts'

const start = Date.UTC(2026, 0, 5)
const at = (seconds: number) => start + seconds * 1000

const active = (changes: Partial<ScheduleChange> = {}): ScheduleChange => ({
  taskId: 'task',
  atMs: at(0),
  status: 'ACTIVE',
  mode: 'INTERVAL',
  anchorMs: at(0),
  intervalMs: 10_000,
  onceMs: null,
  expression: null,
  timezone: null,
  catchUp: 'ONCE',
  ...changes,
})

/** `claimed`: so many seconds after its time. */
const run = (seconds: number, claimed = -0.7, status = 'SUCCEEDED'): RecordedExecution => ({
  id: `run ${seconds}`,
  taskId: 'task',
  trigger: 'SCHEDULE',
  method: 'POST',
  status,
  errorCode: null,
  statusCode: 200,
  scheduledForMs: at(seconds),
  createdAtMs: at(seconds + claimed),
})

const missed = (from: number, to: number, changes: Partial<RecordedMissed> = {}): RecordedMissed => ({
  taskId: 'task',
  reason: 'BUSY',
  fromMs: at(from),
  toMs: at(to),
  runs: (to - from) / 10 + 1,
  isAtLeast: false,
  notedAtMs: at(to) + 500,
  runningExecutionId: null,
  ...changes,
})

interface Given {
  catchUp?: ScheduleChange['catchUp']
  changes?: ScheduleChange[]
  runs?: RecordedExecution[]
  missed?: RecordedMissed[]
  faults?: FaultRecord['faults']
  endMs?: number
}

const recordOf = ({
  catchUp = 'ONCE',
  changes,
  runs = [],
  missed: ranges = [],
  faults = [],
  endMs = at(100),
}: Given): FaultRecord => ({
  endMs,
  stoppedFromMs: null,
  changes: changes ?? [active({ catchUp })],
  missed: ranges,
  executions: runs,
  ends: runs.map(({ id, status }) => ({ executionId: id, status })),
  calls: [],
  hooks: [],
  deliveries: [],
  notified: [],
  sent: [],
  requests: [],
  operations: [],
  tasks: [],
  counts: [],
  caughtUpMs: 0,
  faults,
  ended: [],
})
const kindsOf = (given: Given) => judgePlanned(recordOf(given)).violations.map(({ kind }) => kind)

/** An executor that is away from 12 to 48 s makes up the first time that it missed, and notes the others. */
const away = [{ what: 'executor-1 kill', fromMs: at(12), toMs: at(48) }]
const runs = [run(0), run(10), run(20, 28.4), run(50), run(60)]
const range = missed(30, 40, { reason: 'AWAY', notedAtMs: at(48.5) })

describe('the checker of planned times', () => {
  it('finds nothing where each time has its end, and counts how they ended', () => {
    const judged = judgePlanned(recordOf({ runs, missed: [range], faults: away }))
    expect(judged.violations).toEqual([])
    expect([...judged.ended]).toEqual([
      ['ran', 4],
      ['ran late', 1],
      ['missed: AWAY', 2],
    ])
  })

  it.each<[string, Given, string[]]>([
    ['a time that is lost', { runs }, ['no-end', 'no-end']],
    ['one that is in no range', { runs, missed: [{ ...range, toMs: at(30), runs: 1 }] }, ['no-end']],
    ['a time that ran and is in a range', { runs: [...runs, run(30, 18)], missed: [range] }, ['two-ends']],
    ['a time in two ranges', { runs, missed: [range, missed(40, 40, { notedAtMs: at(48.5) })] }, ['two-ends']],
    ['a range with a wrong count', { runs, missed: [{ ...range, runs: 3 }] }, ['wrong-range']],
    ['a range of no planned time', { runs, missed: [range, missed(33, 33)] }, ['undemanded-miss']],
    [
      'a time that was given up without a cause',
      { runs: [run(0), run(10), run(30)], missed: [missed(20, 20)], faults: [] },
      ['given-up'],
    ],
    ['a pause that nobody made', { runs, missed: [{ ...range, reason: 'PAUSED' }] }, ['wrong-reason']],
    [
      'a run before that there was not',
      { runs, missed: [{ ...range, reason: 'OVERLAP', runningExecutionId: 'run 7' }] },
      ['wrong-reason'],
    ],
    [
      'a run before that came after',
      { runs, missed: [{ ...range, reason: 'OVERLAP', runningExecutionId: 'run 60' }] },
      ['wrong-reason'],
    ],
    [
      'a time that was not made up where all are',
      { catchUp: 'ALL', runs, missed: [range] },
      ['not-made-up', 'not-made-up'],
    ],
    ['a time that was made up where none is', { catchUp: 'SKIP', runs, missed: [range] }, ['made-up']],
  ])('finds %s', (_what, given, kinds) => {
    expect(kindsOf({ faults: away, ...given })).toEqual(kinds)
  })

  it('believes no absence of executors where none was at fault', () => {
    expect(kindsOf({ runs, missed: [range] })).toEqual(['wrong-reason'])
  })

  it('demands each time where all are made up, and none that is older than ten seconds where none is', () => {
    const all = [run(0), run(10), run(20, 28.4), run(30, 19), run(40, 9.5), run(50), run(60)]
    expect(kindsOf({ catchUp: 'ALL', runs: all, faults: away })).toEqual([])
    expect(kindsOf({ catchUp: 'ALL', runs: all.toSpliced(3, 1), faults: away })).toEqual(['no-end'])
    const none = [run(0), run(10), run(40, 8.5), run(50), run(60)]
    const given = missed(20, 30, { reason: 'AWAY', notedAtMs: at(48.5) })
    expect(kindsOf({ catchUp: 'SKIP', runs: none, missed: [given], faults: away })).toEqual([])
    const early = { ...given, notedAtMs: at(35) }
    expect(kindsOf({ catchUp: 'SKIP', runs: none, missed: [early], faults: away })).toEqual(['given-up'])
  })

  it('demands no end while a task is disabled, and judges each time by the schedule that it had then', () => {
    const changes = [active(), active({ atMs: at(32), status: 'DISABLED' }), active({ atMs: at(61), anchorMs: at(61) })]
    const times = [run(0), run(10), run(20), run(61), run(71), run(81)]
    const dropped = missed(30, 30, { reason: 'CHANGED' })
    expect(kindsOf({ changes, runs: times, missed: [dropped] })).toEqual([])
    expect(kindsOf({ changes, runs: times, missed: [dropped, missed(40, 40, { reason: 'CHANGED' })] })).toEqual([
      'undemanded-miss',
    ])
    expect(kindsOf({ changes, runs: times.toSpliced(4, 1), missed: [dropped] })).toEqual(['no-end'])
  })

  it('lets a change drop a time that the run before kept from running, and nothing else', () => {
    const kept = missed(20, 20, { reason: 'OVERLAP', runningExecutionId: 'run 10', notedAtMs: at(23.99) })
    const moved = active({ atMs: at(24), anchorMs: at(24) })
    const times = [run(0), run(10), run(24), run(34)]
    for (const catchUp of ['ONCE', 'ALL'] as const)
      expect(kindsOf({ changes: [active({ catchUp }), { ...moved, catchUp }], runs: times, missed: [kept] })).toEqual(
        [],
      )
    const early = { ...kept, notedAtMs: at(21) }
    expect(kindsOf({ changes: [active(), moved], runs: times, missed: [early] })).toEqual(['given-up'])
    const later = [run(0), run(10), run(30), run(40)]
    expect(kindsOf({ runs: later, missed: [kept] })).toEqual(['given-up'])
  })
})

describe('the checker of planned times by an expression', () => {
  const everyThird = {
    mode: 'CUSTOM',
    expression: '0-59/3 * * * *',
    timezone: 'Asia/Kathmandu',
    intervalMs: null,
  } as const
  const changes = [active({ ...everyThird, anchorMs: at(10) })]
  const record = { changes, runs: [run(180), run(360), run(540)], endMs: at(600) }

  it('finds nothing where each has its end', () => {
    expect(kindsOf(record)).toEqual([])
  })
  it('finds one that is lost, and one that is at no time of it', () => {
    expect(kindsOf({ ...record, runs: record.runs.toSpliced(1, 1) })).toEqual(['no-end'])
    expect(kindsOf({ ...record, missed: [missed(240, 240)] })).toEqual(['undemanded-miss'])
  })
  it('reads it by the clock of its zone', () => {
    const fifth = [active({ ...everyThird, expression: '5 * * * *', anchorMs: at(10) })]
    // 45 minutes past the hour there is on the hour here.
    expect(kindsOf({ changes: fifth, runs: [run(20 * 60)], endMs: at(1800) })).toEqual([])
    expect(kindsOf({ changes: fifth, missed: [missed(5 * 60, 5 * 60)], endMs: at(1800) })).toEqual(['undemanded-miss'])
  })
  it('knows lists, ranges and steps of minutes', () => {
    const times = (expression: string, timezone: string | null = null) =>
      [0, 1, 2]
        .reduce<number[]>(
          (found) => [...found, cronTimeFrom(expression, timezone, (found.at(-1) ?? start - 1) + 1)],
          [],
        )
        .map((ms) => (ms - start) / 60_000)
    expect(times('* * * * *')).toEqual([0, 1, 2])
    expect(times('*/2 * * * *', 'Asia/Kathmandu')).toEqual([1, 3, 5])
    expect(times('1-59/3,0 * * * *')).toEqual([0, 1, 4])
    expect(times('7 * * * *', 'Asia/Kolkata')).toEqual([37, 97, 157])
    expect(() => times('0 12 * * *')).toThrow('does not know')
    expect(() => times('* * * * *', 'Europe/Berlin')).toThrow('does not know')
  })
})

describe('the checker of ends', () => {
  const record = recordOf({ runs: [run(0)] })
  it('finds an execution that ended twice, and one whose end was not committed as it stands', () => {
    expect(checkEnds(record)).toEqual([])
    const [end] = record.ends
    expect(checkEnds({ ...record, ends: [...record.ends, ...(end ? [end] : [])] })).toMatchObject([
      { kind: 'ended-twice' },
    ])
    expect(checkEnds({ ...record, ends: [] })).toMatchObject([{ kind: 'unnoted-end' }])
  })
})
