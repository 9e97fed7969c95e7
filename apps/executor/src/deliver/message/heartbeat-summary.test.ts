import type { HeartbeatChange } from '@knockwire/domain/heartbeats/machine/heartbeat-state'
import { describe, expect, it } from 'vitest'
import { summarizeHeartbeat } from './message-summary.ts'

describe('a heartbeat', () => {
  const report = (occasion: 'HOLDS' | 'RECOVERED', changes: Partial<HeartbeatChange>) =>
    summarizeHeartbeat({
      title: 'Backup',
      url: 'https://knockwire.example/dashboard/receivers/1',
      change: {
        state: 'UP',
        reason: 'SIGNAL',
        atMs: Date.parse('2026-11-22T03:31:17.000Z'),
        expectedAtMs: null,
        lastSignalAtMs: Date.parse('2026-11-22T01:00:00.000Z'),
        durationMs: null,
        exitCode: null,
        absenceMs: null,
        counted: null,
        ...changes,
      },
      timeZone: 'UTC',
      alert: {
        occasion,
        state: occasion === 'HOLDS' ? 'Down' : 'Recovered',
        verdict: { description: 'D', value: null, count: 3, since: '2026-11-22T03:27:17.000Z' },
      },
    }).facts
  const recovery = (expectedAt: string, reason: HeartbeatChange['reason'] = 'SIGNAL') =>
    report('RECOVERED', { reason, expectedAtMs: Date.parse(expectedAt) })

  it('that recovers names the call before it, when the next one was expected, and what has ended', () => {
    expect(recovery('2026-11-22T04:00:00.000Z')).toEqual([
      ['Previous call', 'Nov 22, 2026, 01:00:00 (UTC)'],
      ['Was expected next', 'Nov 22, 2026, 04:00:00 (UTC)'],
      ['When', 'Nov 22, 2026, 03:31:17 (UTC)'],
      ['Lasted', '3 missing or failed calls in a row, 4 min (03:27 to 03:31)'],
    ])
    expect(recovery('2026-11-22T03:30:00.000Z')).toContainEqual(['Expected', 'Nov 22, 2026, 03:30:00 (UTC)'])
  })

  it('says how long its run took as the page of the receiver does', () => {
    expect(report('RECOVERED', { durationMs: 192_000 })).toContainEqual(['Duration', '3 min 12 s'])
  })

  it('speaks of what its change was, whatever is expected since', () => {
    const hour = { fromMs: 0, untilMs: 3_600_000, timezone: 'UTC' }
    const counted = { kind: 'RECEIVED', count: 3, from: 40, to: 62, ...hour } as const
    const rowOf = (facts: ReturnType<typeof report>) => facts.find(([label]) => label === 'For')?.[1]
    expect(rowOf(report('HOLDS', { state: 'DOWN', reason: 'TOO_FEW', counted }))).toMatch(/^3 unusual counts in a row/)
    const failed = report('HOLDS', { state: 'DOWN', reason: 'FAILED' })
    expect(failed[0]?.[0]).toBe('Previous call')
    expect(rowOf(failed)).toMatch(/^3 missing or failed calls in a row/)
  })

  it('that recovers speaks of counts where what is usual is expected', () => {
    const facts = recovery('2026-11-22T03:31:17.000Z', 'AS_USUAL')
    expect(facts[0]?.[0]).toBe('Last call')
    expect(facts.at(-1)).toEqual(['Lasted', '3 unusual counts in a row, 4 min (03:27 to 03:31)'])
  })
})
