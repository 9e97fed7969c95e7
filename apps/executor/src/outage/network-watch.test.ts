import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LastResults } from '@knockwire/domain/outages/evidence'
import type { RunResult } from '../run/run.ts'
import { NetworkWatch } from './network-watch.ts'

const startMs = 1_000_000_000
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: startMs }))
afterEach(() => void vi.useRealTimers())

const setUp = (witnesses: LastResults[] = []) => {
  const queries: number[] = []
  const watch = new NetworkWatch({
    now: Date.now,
    log: pino({ level: 'silent' }),
    witnesses: {
      results: () => witnesses,
      ask: (sinceMs) => void queries.push(sinceMs),
      setUrgent: () => {},
      stop: async () => {},
    },
  })
  return { watch, queries }
}

const resultOf = (code: 'TIMEOUT' | null, changes: Partial<RunResult> = {}): RunResult => ({
  executionId: 'e',
  taskId: 't',
  accountId: 'a',
  trigger: 'SCHEDULE',
  attempt: 'x',
  dueMs: 0,
  startedMs: 0,
  sent: null,
  outcome:
    code === null
      ? ({ status: 'SUCCEEDED', response: {}, responseTimeMs: 1 } as RunResult['outcome'])
      : { status: 'FAILED', code, message: 'There was no answer.', responseTimeMs: 1 },
  ...changes,
})
const codeOf = async (result: RunResult | Promise<RunResult>) => {
  const { outcome } = await result
  return outcome.status === 'FAILED' ? outcome.code : null
}
const hosts = ['a', 'b', 'c', 'd', 'e'].map((name) => `https://${name}.example/`)
const answerAll = (watch: NetworkWatch, uris = hosts) => {
  for (const uri of uris) expect(watch.judge(resultOf(null), uri, Date.now())).not.toBeInstanceOf(Promise)
}

describe('a failure', () => {
  it('where nothing else is called is recorded at once', async () => {
    const { watch } = setUp()
    expect(await codeOf(watch.judge(resultOf('TIMEOUT'), hosts[0] ?? '', Date.now()))).toBe('TIMEOUT')
  })

  it('waits until three other hosts have answered since', async () => {
    const { watch } = setUp()
    answerAll(watch)
    vi.advanceTimersByTime(5000)
    const judged = watch.judge(resultOf('TIMEOUT'), hosts[0] ?? '', Date.now())
    expect([watch.held, judged]).toEqual([1, expect.any(Promise)])
    vi.advanceTimersByTime(1000)
    answerAll(watch, hosts.slice(1, 4))
    vi.advanceTimersByTime(200)
    expect([await codeOf(judged), watch.held]).toEqual(['TIMEOUT', 0])
  })

  it('waits for evidence no longer than ten seconds, a test not at all, and nothing at a stop', async () => {
    const { watch } = setUp()
    answerAll(watch)
    vi.advanceTimersByTime(5000)
    const judged = watch.judge(resultOf('TIMEOUT'), hosts[0] ?? '', Date.now())
    vi.advanceTimersByTime(9800)
    expect(watch.held).toBe(1)
    vi.advanceTimersByTime(400)
    expect([await codeOf(judged), watch.held]).toEqual(['TIMEOUT', 0])
    const test = watch.judge(resultOf('TIMEOUT', { trigger: 'TEST' }), hosts[0] ?? '', Date.now())
    expect([await codeOf(test), watch.held]).toEqual(['TIMEOUT', 0])
    const last = watch.judge(resultOf('TIMEOUT'), hosts[1] ?? '', Date.now())
    watch.stop()
    expect([await codeOf(last), watch.held]).toEqual(['TIMEOUT', 0])
  })

  it('is inconclusive with those of the other hosts, until these answer again', async () => {
    const { watch } = setUp()
    answerAll(watch)
    vi.advanceTimersByTime(1000)
    const judged = hosts.map((uri) => watch.judge(resultOf('TIMEOUT'), uri, Date.now() - 10))
    vi.advanceTimersByTime(200)
    expect(new Set(await Promise.all(judged.map(codeOf)))).toEqual(new Set(['INCONCLUSIVE']))
    vi.advanceTimersByTime(600_000)
    expect(watch.isOutage).toBe(true)
    answerAll(watch)
    vi.advanceTimersByTime(200)
    expect(watch.isOutage).toBe(false)
    const began = Date.now() - 20_000
    expect(await codeOf(watch.judge(resultOf('TIMEOUT'), hosts[0] ?? '', began))).toBe('INCONCLUSIVE')
    expect(watch.isOutage).toBe(false)
  })

  it('of one host of few has the witnesses queried, which decide', async () => {
    const witness: LastResults = { lastAnswerMs: startMs - 1000, lastFailureMs: null, failingSinceMs: null }
    const { watch, queries } = setUp([witness])
    const judged = watch.judge(resultOf('TIMEOUT'), hosts[0] ?? '', Date.now())
    expect([watch.held, queries]).toEqual([1, [startMs]])
    witness.lastFailureMs = startMs + 100
    vi.advanceTimersByTime(200)
    expect(await codeOf(judged)).toBe('INCONCLUSIVE')
    witness.lastAnswerMs = startMs + 5000
    vi.advanceTimersByTime(6000)
    expect(watch.isOutage).toBe(false)
  })

  it('behind a redirect is its own: the host of the request answered', async () => {
    const { watch } = setUp()
    const response = {} as never
    const outcome = { status: 'FAILED', code: 'TIMEOUT', message: '', responseTimeMs: 1, response } as const
    const result = resultOf('TIMEOUT', { outcome })
    expect(watch.judge(result, hosts[0] ?? '', Date.now())).toBe(result)
  })
})
