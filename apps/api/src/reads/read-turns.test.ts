import { expect, it } from 'vitest'
import { ReadTurns, type ReadTurnsOptions } from './read-turns.ts'

const startTurns = (options: Partial<ReadTurnsOptions> = {}) => {
  let nowMs = 0
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const turns = new ReadTurns({
    atOnce: 2,
    waitingByAccount: 3,
    waiting: 5,
    msByMinute: 1000,
    now: () => nowMs,
    ...options,
  })
  const read = (name: string, goesOn = false) => {
    const work = () => {
      started.push(name)
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
    }
    return turns.take(name.slice(0, 1), work, { goesOn })
  }
  const end = async (name: string, afterMs = 0) => {
    nowMs += afterMs
    ends.get(name)?.()
    await new Promise(setImmediate)
  }
  return { started, read, end, advance: (ms: number) => (nowMs += ms) }
}

it('an account has one read at a time, and others start beside it', async () => {
  const { started, read, end } = startTurns()
  const reads = ['a1', 'a2', 'b1'].map((name) => read(name))
  await new Promise(setImmediate)
  expect(started).toEqual(['a1', 'b1'])
  await end('a1')
  expect(started).toEqual(['a1', 'b1', 'a2'])
  await end('b1')
  await end('a2')
  expect(await Promise.all(reads)).toEqual(['a1', 'a2', 'b1'])
})

it('accounts take turns, however many reads one of them has waiting', async () => {
  const { started, read, end } = startTurns({ atOnce: 1 })
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1']) void read(name)
  await new Promise(setImmediate)
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3']) await end(name)
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3'])
})

it('what is too much is rejected with the time to wait, for the account and in all', async () => {
  const { read } = startTurns()
  const rejection = { code: 'RATE_LIMITED', retryAfterSeconds: 1 }
  for (const name of ['a1', 'a2', 'a3', 'a4']) void read(name)
  await expect(read('a5')).rejects.toMatchObject(rejection)
  for (const name of ['b1', 'b2', 'b3']) void read(name)
  await expect(read('c1')).rejects.toMatchObject(rejection)
})

it('an account that has used its time of a minute waits for the next one, and what it has begun goes on', async () => {
  const { started, read, end, advance } = startTurns()
  const first = read('a1')
  await new Promise(setImmediate)
  await end('a1', 1500)
  await first
  await expect(read('a2')).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 59 })
  void read('a3', true)
  await new Promise(setImmediate)
  await end('a3')
  void read('b1')
  advance(60_000)
  void read('a4')
  await new Promise(setImmediate)
  expect(started).toEqual(['a1', 'a3', 'b1', 'a4'])
})

it('a read that fails gives its turn to the next', async () => {
  const turns = new ReadTurns({ atOnce: 1, waitingByAccount: 9, waiting: 9, msByMinute: 1000, now: () => 0 })
  const failing = turns.take('a', () => Promise.reject(new Error('no')))
  const next = turns.take('a', async () => 'done')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('done')
})
