import { Counter, Registry } from 'prom-client'
import { expect, it, vi } from 'vitest'
import { registerDatabaseGauges } from './database-gauges.ts'

it('gauges of one query ask once, have no value where it fails, and leave the other metrics alone; a failure is reported once', async () => {
  const registry = new Registry()
  new Counter({ name: 'things_total', help: 'Things.', registers: [registry] }).inc(3)
  const query = vi.fn<() => Promise<{ a: number; b: number }>>()
  const onError = vi.fn<(error: unknown) => void>()
  const gauges = [
    { name: 'a', help: 'A.', of: (found: { a: number }) => found.a },
    { name: 'b', help: 'B.', of: (found: { b: number }) => found.b },
  ]
  registerDatabaseGauges(registry, { query, gauges, onError })
  const samples = async () => (await registry.metrics()).split('\n').filter((line) => /^[^#]/.test(line))

  query.mockResolvedValue({ a: 1, b: 2 })
  expect(await samples()).toEqual(['things_total 3', 'a 1', 'b 2'])
  expect(query).toHaveBeenCalledOnce()

  query.mockRejectedValue(new Error('It is away.'))
  expect(await samples()).toEqual(['things_total 3'])
  expect(await samples()).toEqual(['things_total 3'])
  expect(onError).toHaveBeenCalledOnce()

  query.mockResolvedValue({ a: 3, b: 4 })
  expect(await samples()).toEqual(['things_total 3', 'a 3', 'b 4'])
  query.mockRejectedValue(new Error('It is away again.'))
  await samples()
  expect(onError).toHaveBeenCalledTimes(2)
})

it('a database that does not answer holds the other metrics up for 5 seconds only, and is not queried again meanwhile', async () => {
  vi.useFakeTimers()
  try {
    const registry = new Registry()
    const query = vi.fn<() => Promise<number>>(() => new Promise(() => {}))
    registerDatabaseGauges(registry, { query, gauges: [{ name: 'a', help: 'A.', of: Number }], onError: () => {} })
    for (let scrape = 0; scrape < 2; scrape += 1) {
      const text = registry.metrics()
      await vi.advanceTimersByTimeAsync(5000)
      expect(await text).not.toMatch(/^a /m)
    }
    expect(query).toHaveBeenCalledOnce()
  } finally {
    vi.useRealTimers()
  }
})

it('a database that has answered leaves no time limit behind, which would keep the process from ending', async () => {
  vi.useFakeTimers()
  try {
    const registry = new Registry()
    const gauges = [{ name: 'a', help: 'A.', of: Number }]
    registerDatabaseGauges(registry, { query: async () => 7, gauges, onError: () => {} })
    expect(await registry.metrics()).toMatch(/^a 7$/m)
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

it('a reading that is still fresh is reported again without another', async () => {
  let nowMs = 0
  const registry = new Registry()
  const query = vi.fn<() => Promise<number>>(async () => nowMs)
  const gauges = [{ name: 'a', help: 'A.', of: Number }]
  registerDatabaseGauges(registry, { query, gauges, freshMs: 1000, now: () => nowMs, onError: () => {} })
  expect(await registry.metrics()).toMatch(/^a 0$/m)
  nowMs = 999
  expect(await registry.metrics()).toMatch(/^a 0$/m)
  nowMs = 1000
  expect(await registry.metrics()).toMatch(/^a 1000$/m)
  expect(query).toHaveBeenCalledTimes(2)
})
