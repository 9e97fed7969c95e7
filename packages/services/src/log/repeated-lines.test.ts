import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { countRepeatedLines } from './repeated-lines.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const openLog = () => {
  const lines: Record<string, unknown>[] = []
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>)
  return { lines, log: pino({ level: 'info', hooks: { logMethod: countRepeatedLines() } }, { write }) }
}
const away = () => Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })

it('of equal lines the first is written in full, then one a minute with the count, and after a quiet minute the next in full again', async () => {
  const { lines, log } = openLog()
  for (let n = 0; n < 1000; n += 1) log.error({ err: away(), executionId: n }, 'run failed')
  expect(lines).toMatchObject([{ level: 50, msg: 'run failed', executionId: 0, err: { stack: expect.any(String) } }])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatchObject({
    level: 50,
    msg: 'run failed',
    repeated: 999,
    error: 'connect ECONNREFUSED 127.0.0.1:5432',
    code: 'ECONNREFUSED',
  })
  log.error({ err: away() }, 'run failed')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(lines).toHaveLength(3)
  expect(lines[2]).toMatchObject({ repeated: 1 })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(vi.getTimerCount()).toBe(0)
  log.error({ err: away() }, 'run failed')
  expect(lines).toHaveLength(4)
  expect(lines[3]).toMatchObject({ err: { message: 'connect ECONNREFUSED 127.0.0.1:5432' } })
})

it('lines of another message, error or level are each written, and so is every line without an error', () => {
  const { lines, log } = openLog()
  log.error({ err: away() }, 'run failed')
  log.error({ err: away() }, 'delivery failed')
  log.error({ err: new Error('another') }, 'run failed')
  log.warn({ err: away() }, 'run failed')
  for (let n = 0; n < 3; n += 1) log.warn({ event: 'sign-in rejected' }, 'sign-in rejected')
  for (let n = 0; n < 3; n += 1) log.info({ err: away() }, 'looked again')
  expect(lines).toHaveLength(10)
})

it('errors that differ in numbers and ids alone are equal, and one that is wrapped is known by its cause', () => {
  const { lines, log } = openLog()
  for (let n = 0; n < 3; n += 1) {
    const cause = new Error(`row 0192d9d0-0000-7000-8000-00000000000${n} of ${n}`)
    log.error({ err: new Error(`Failed query with parameters ${'x'.repeat(n)}`, { cause }) }, 'query failed')
  }
  expect(lines).toHaveLength(1)
})
