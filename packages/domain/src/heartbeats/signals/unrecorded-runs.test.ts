import { describe, expect, it } from 'vitest'
import { type EndedRun, type RecordedSignal, runsOf } from './run-duration.ts'
import { unrecordedRuns } from './unrecorded-runs.ts'

const minutes = (count: number) => count * 60_000
const signal = (atMs: number, kind: RecordedSignal['kind'], runId: string | null = null) => ({ atMs, kind, runId })
/** Of a change at that minute, from a start so many minutes before. */
const changed = (at: number, duration: number, isGivenUp = false) => ({
  atMs: minutes(at),
  durationMs: minutes(duration),
  isGivenUp,
})
const unrecorded = (run: ReturnType<typeof changed>, recorded: EndedRun[]) =>
  unrecordedRuns([run], recorded).length === 1

describe('a run of a change', () => {
  it('is recorded where a run began and ended about then, by the clocks of two machines', () => {
    for (const offsetMs of [-3000, 0, 40, 3000]) {
      const recorded = runsOf([signal(offsetMs, 'START'), signal(minutes(9) + offsetMs, 'FAIL')])
      expect(unrecorded(changed(9, 9), recorded)).toBe(false)
    }
    const recorded = runsOf([signal(0, 'START'), signal(minutes(9), 'FAIL')])
    expect([changed(9, 8), changed(10, 10), changed(20, 9)].map((run) => unrecorded(run, recorded))).toEqual([
      true,
      true,
      true,
    ])
  })

  it('is recorded by a run of its length where clocks differ by less than half of it, and not by the run before or after', () => {
    const recorded = runsOf([signal(minutes(20), 'START'), signal(minutes(30), 'SUCCESS')])
    expect([28, 29.9, 30.1, 32].map((at) => unrecorded(changed(at, 10), recorded))).toEqual([
      false,
      false,
      false,
      false,
    ])
    expect([20, 40].map((at) => unrecorded(changed(at, 10), recorded))).toEqual([true, true])
    expect(unrecorded(changed(30.1, 9.9), recorded)).toBe(true)
  })

  it('is not recorded by a run that another change tells of, however long both took', () => {
    const recorded = runsOf([signal(minutes(2), 'START', 'b'), signal(minutes(12), 'SUCCESS', 'b')])
    const [a, b] = [changed(10, 10), changed(12, 10)]
    expect([unrecordedRuns([a, b], recorded), unrecordedRuns([b, a], recorded)]).toEqual([[a], [a]])
    // By clocks that differ, either is b.
    const later = runsOf([signal(minutes(3), 'START', 'b'), signal(minutes(13), 'SUCCESS', 'b')])
    expect(unrecordedRuns([a, b], later)).toHaveLength(1)
  })

  it('that was given up is recorded once it ended, however late, and however often it had started again', () => {
    const started = [signal(0, 'START', 'a'), signal(minutes(1), 'START', 'b'), signal(minutes(4), 'START', 'a')]
    const givenUp = changed(6, 6, true)
    expect(unrecorded(givenUp, runsOf([...started, signal(minutes(8), 'SUCCESS', 'b')]))).toBe(true)
    expect(unrecorded(givenUp, runsOf([...started, signal(minutes(900), 'SUCCESS', 'a')]))).toBe(false)
    // Another, that had begun and ended just before.
    const brief = runsOf([signal(-4000, 'START'), signal(-2000, 'SUCCESS')])
    expect(unrecorded(givenUp, brief)).toBe(true)
  })

  it('that was given up and names no run is not ended by the end of one that started afterwards', () => {
    const [monday, tuesday, wednesday] = [0, 1440, 2880]
    const startAt = (minute: number) => signal(minutes(minute), 'START')
    const endedAt = (minute: number) => signal(minutes(minute), 'SUCCESS')
    const hung = changed(monday + 60, 60, true)
    const ofTuesday = [startAt(monday), startAt(tuesday), endedAt(tuesday + 10)]
    const ofWednesday = [startAt(monday), startAt(tuesday), startAt(wednesday), endedAt(wednesday + 10)]
    expect([ofTuesday, ofWednesday].map((signals) => unrecorded(hung, runsOf(signals)))).toEqual([true, true])
    expect(unrecorded(hung, runsOf([startAt(monday), endedAt(monday + 70)]))).toBe(false)
  })
})
