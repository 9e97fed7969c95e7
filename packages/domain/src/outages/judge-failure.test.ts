import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { HostCall, LastResults } from './evidence.ts'
import { type Evidence, judgeFailure } from './judge-failure.ts'

const nowMs = 10_000_000
const failure = { host: 'down.example', startedMs: nowMs - 1000, endedMs: nowMs - 900 }

const answered = (agoMs: number): LastResults => ({
  lastAnswerMs: nowMs - agoMs,
  lastFailureMs: null,
  failingSinceMs: null,
})
/** It answered until a minute before its failures began. */
const failed = (agoMs: number, sinceAgoMs = agoMs): LastResults => ({
  lastAnswerMs: nowMs - sinceAgoMs - 60_000,
  lastFailureMs: nowMs - agoMs,
  failingSinceMs: nowMs - sinceAgoMs,
})
const neverAnswered = (agoMs: number): LastResults => ({ ...failed(agoMs), lastAnswerMs: null })

const call = (name: string, results: LastResults, accountId = 'one', calledAgoMs = 1000): HostCall => ({
  accountId,
  calledMs: nowMs - calledAgoMs,
  host: { name, ...results },
})
/** One call for each of the results, by the account, to hosts of their own. */
const callsOf = (accountId: string, results: readonly LastResults[]) =>
  results.map((one, at) => call(`${accountId}-${at}.example`, one, accountId))

const judge = (calls: readonly HostCall[], evidence: Partial<Evidence> = {}) =>
  judgeFailure(failure, { calls, witnesses: [], outage: null, nowMs, isFinal: false, ...evidence })

const some = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at))

describe('a failure while other hosts are called', () => {
  it('is inconclusive where most of them failed at their last call within the minute', () => {
    expect(judge(callsOf('one', [failed(500), failed(9000), failed(30_000), answered(20_000)]))).toBe('INCONCLUSIVE')
  })

  it('is the target’s as soon as enough of them have answered since', () => {
    expect(
      judge(
        callsOf(
          'one',
          some(3, () => answered(100)),
        ),
      ),
    ).toBe('FAILURE')
    expect(judge(callsOf('one', [answered(100)]))).toBe('FAILURE')
  })

  it('waits where nothing was called since, and is the target’s where there is no more time', () => {
    const calls = callsOf(
      'one',
      some(5, () => answered(20_000)),
    )
    expect(judge(calls)).toBe('UNDECIDED')
    expect(judge(calls, { isFinal: true })).toBe('FAILURE')
  })

  it('is inconclusive where, of many that answered before it, those that were called since fail', () => {
    const calls = callsOf('one', [...some(20, () => answered(30_000)), ...some(4, () => failed(100))])
    expect(judge(calls)).toBe('UNDECIDED')
    expect(judge(calls, { isFinal: true })).toBe('INCONCLUSIVE')
  })

  it('does not wait where many hosts of several accounts turned to failing with it', () => {
    const calls = ['a', 'b', 'c'].flatMap((id) =>
      callsOf(id, [...some(10, () => answered(30_000)), ...some(4, () => failed(100))]),
    )
    expect(judge(calls)).toBe('INCONCLUSIVE')
  })

  it('waits for hosts that were not called for minutes, since tasks that are due together are called together', () => {
    const calls = some(5, (at) => call(`${at}.example`, answered(900_000), 'one', 900_000))
    expect(judge(calls)).toBe('UNDECIDED')
    expect(judge(calls, { isFinal: true })).toBe('FAILURE')
  })

  it('is inconclusive where its call began before an outage ended, though everything answers again', () => {
    const outage = { sinceMs: nowMs - 60_000, untilMs: failure.startedMs + 1 }
    const calls = callsOf(
      'one',
      some(9, () => answered(100)),
    )
    expect(judge(calls, { outage })).toBe('INCONCLUSIVE')
    expect(judge(calls, { outage: { ...outage, untilMs: failure.startedMs } })).toBe('FAILURE')
  })

  it('is inconclusive in an outage of hours, by the hosts that answered before it', () => {
    const hoursMs = 5 * 3_600_000
    const calls = callsOf(
      'one',
      some(4, () => failed(2000, hoursMs)),
    )
    expect(judge(calls, { outage: { sinceMs: nowMs - hoursMs, untilMs: null } })).toBe('INCONCLUSIVE')
    expect(judge(calls, { isFinal: true })).toBe('FAILURE')
  })
})

describe('witnesses', () => {
  const witnesses = [failed(100), failed(200)]

  it('that fail make a failure inconclusive where few hosts are called', () => {
    expect(judge([], { witnesses })).toBe('INCONCLUSIVE')
    expect(judge([], { witnesses: [failed(100), answered(100), answered(100)], isFinal: true })).toBe('FAILURE')
  })

  it('that have all answered since make it the target’s, without a wait', () => {
    expect(judge([], { witnesses: [answered(10), answered(20)] })).toBe('FAILURE')
    expect(judge([], { witnesses: [answered(10), answered(2000)] })).toBe('UNDECIDED')
  })

  it('that never answered say nothing', () => {
    expect(judge([], { witnesses: [neverAnswered(100)] })).toBe('FAILURE')
  })

  it('that fail while many hosts answer are down themselves', () => {
    expect(
      judge(
        callsOf(
          'one',
          some(3, () => answered(100)),
        ),
        { witnesses },
      ),
    ).toBe('FAILURE')
  })

  it('that answer keep the hosts of one account, which may share a machine, from being taken for the network', () => {
    const down = some(8, () => failed(100))
    expect(judge(callsOf('one', down), { witnesses: [answered(10)] })).toBe('FAILURE')
    const ofTwo = [...callsOf('one', down), ...callsOf('two', down)]
    expect(judge(ofTwo, { witnesses: [answered(10)] })).toBe('INCONCLUSIVE')
  })
})

const agoMs = fc.integer({ min: 1, max: 59_000 })
const anyResults = fc.oneof(
  agoMs.map(answered),
  agoMs.map((ago) => failed(ago)),
  agoMs.map(neverAnswered),
)
const isFinal = fc.boolean()

describe('whatever else is called', () => {
  it('one host that is down is never inconclusive, however many tasks of however many accounts call it', () => {
    const property = fc.property(
      fc.array(fc.record({ accountId: fc.uuid(), results: agoMs.map((ago) => failed(ago)) }), { maxLength: 200 }),
      fc.array(agoMs, { maxLength: 20 }),
      isFinal,
      (callers, others, final) => {
        const calls = [
          ...callers.map(({ accountId, results }) => call(failure.host, results, accountId)),
          ...callsOf('others', others.map(answered)),
        ]
        expect(judge(calls, { isFinal: final })).not.toBe('INCONCLUSIVE')
        expect(judge(calls, { isFinal: true })).toBe('FAILURE')
      },
    )
    fc.assert(property)
  })

  it('fewer than three hosts beside it never make a failure inconclusive', () => {
    const property = fc.property(fc.array(anyResults, { maxLength: 2 }), fc.uuid(), isFinal, (results, id, final) => {
      expect(judge(callsOf(id, results), { isFinal: final })).not.toBe('INCONCLUSIVE')
    })
    fc.assert(property)
  })

  it('hosts that never answered change nothing', () => {
    const property = fc.property(
      fc.array(anyResults, { maxLength: 12 }),
      fc.array(agoMs.map(neverAnswered), { maxLength: 100 }),
      isFinal,
      (results, dead, final) => {
        const calls = callsOf('one', results)
        const withDead = [...calls, ...callsOf('dead', dead)]
        expect(judge(withDead, { isFinal: final })).toBe(judge(calls, { isFinal: final }))
      },
    )
    fc.assert(property)
  })

  it('one account’s failing hosts, however many, make no failure inconclusive while the hosts of two others answer', () => {
    const property = fc.property(
      fc.array(agoMs, { minLength: 1, maxLength: 200 }),
      fc.array(agoMs, { minLength: 1, maxLength: 5 }),
      fc.array(agoMs, { minLength: 1, maxLength: 5 }),
      isFinal,
      (dead, good, other, final) => {
        const calls = [
          ...callsOf(
            'dead',
            dead.map((ago) => failed(ago)),
          ),
          ...callsOf('good', good.map(answered)),
          ...callsOf('other', other.map(answered)),
        ]
        expect(judge(calls, { isFinal: final })).not.toBe('INCONCLUSIVE')
      },
    )
    fc.assert(property)
  })

  it('a failure is inconclusive where every host of several that answered before fails', () => {
    const property = fc.property(fc.array(agoMs, { minLength: 3, maxLength: 50 }), isFinal, (agos, final) => {
      expect(
        judge(
          callsOf(
            'one',
            agos.map((ago) => failed(ago)),
          ),
          { isFinal: final },
        ),
      ).toBe('INCONCLUSIVE')
    })
    fc.assert(property)
  })

  it('a verdict is given where there is no more time', () => {
    const property = fc.property(
      fc.array(fc.record({ id: fc.constantFrom('a', 'b', 'c'), results: anyResults }), { maxLength: 30 }),
      fc.array(anyResults, { maxLength: 4 }),
      (hosts, witnesses) => {
        const calls = hosts.map(({ id, results }, at) => call(`${at}.example`, results, id))
        expect(judge(calls, { witnesses, isFinal: true })).not.toBe('UNDECIDED')
      },
    )
    fc.assert(property)
  })

  it('more time never takes a verdict back: what is decided early is decided so at the end', () => {
    const property = fc.property(fc.array(anyResults, { maxLength: 30 }), (results) => {
      const [early, late] = [judge(callsOf('one', results)), judge(callsOf('one', results), { isFinal: true })]
      expect([late, 'UNDECIDED']).toContain(early)
    })
    fc.assert(property)
  })
})
