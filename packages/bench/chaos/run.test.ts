import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { planOf } from './plan.ts'
import { runChaos } from './run.ts'

/** PostgreSQL is restarted, and read-only; an executor and the API are killed, and an executor whose clock is ahead is frozen. */
const plan = planOf(4280, 15_000)
const withinMs = 600_000

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'knockwire-short-chaos-'))
})
afterAll(() => rm(folder, { recursive: true }))

it(
  'in a quarter of a minute with a fault of each kind of process nothing is lost, doubled, missed or miscounted',
  async () => {
    const programs = process.env['KNOCKWIRE_TEST_BUNDLES'] === '1' ? 'bundle' : 'source'
    const { record, judged, violations } = await runChaos(plan, join(folder, 'log'), programs)
    expect(violations).toEqual([])
    const faults = ['api kill', 'database read-only', 'database restart', 'executor-1 kill', 'executor-2 freeze']
    expect(record.faults.map(({ what }) => what).toSorted()).toEqual(faults)
    expect(record.executions.length).toBeGreaterThan(100)
    expect(record.sent.filter(({ outcome }) => outcome === 'acknowledged').length).toBeGreaterThan(20)
    expect(record.deliveries.some(({ status }) => status === 'DELIVERED')).toBe(true)
    expect(record.operations.length).toBeGreaterThan(3)
    const { signals, alerts, recoveries } = judged.heartbeats
    expect([signals > 30, alerts > 5, recoveries > 0]).toEqual([true, true, true])
    expect([...judged.planned.values()].reduce((a, b) => a + b, 0)).toBeGreaterThan(100)
    expect([...judged.completions.ended.values()].reduce((a, b) => a + b, 0)).toBeGreaterThan(3)
  },
  withinMs,
)
