import { beforeEach, describe, expect, it } from 'vitest'
import { LookupFull } from './batched-lookup.ts'
import type { ReceiverSettings } from './receiver-settings.ts'
import { SettingsCache } from './settings-cache.ts'

const settingsOf = (token: string, version: number): ReceiverSettings => ({
  id: token,
  token,
  accountId: 'a',
  plan: 'FREE',
  version,
  responseCode: 200,
  contentType: 'text/plain',
  template: '',
  templateCost: 'none',
  notifications: [],
  rules: [],
  heartbeat: null,
})

/** The database of these tests: what there is, which queries came, and when they may end. */
let present: Map<string, number>
let queries: string[][]
let answering: Promise<void>
let cache: SettingsCache
beforeEach(() => {
  present = new Map([['here', 1]])
  queries = []
  answering = Promise.resolve()
  cache = new SettingsCache(async (tokens) => {
    queries.push([...tokens])
    const found = tokens.flatMap((token) => (present.has(token) ? [settingsOf(token, present.get(token) ?? 0)] : []))
    await answering
    return found
  })
})

const versionOf = async (token: string) => (cache.peek(token) ?? (await cache.load(token))).settings?.version ?? null

describe('receivers kept in memory', () => {
  it('are queried once, there or not', async () => {
    for (let n = 0; n < 3; n += 1) expect([await versionOf('here'), await versionOf('gone')]).toEqual([1, null])
    expect(queries).toEqual([['here'], ['gone']])
  })

  it('many askers at once make few queries, with each token once', async () => {
    const tokens = Array.from({ length: 2000 }, (_, n) => `t${n % 1200}`)
    const known = await Promise.all(tokens.map((token) => cache.load(token)))
    expect(known.every(({ settings }) => settings === null)).toBe(true)
    expect(queries.map((calls) => calls.length)).toEqual([500, 500, 200])
    expect(new Set(queries.flat()).size).toBe(1200)
  })

  it('more than can wait are rejected', async () => {
    const calls = await Promise.allSettled(Array.from({ length: 10_002 }, (_, n) => cache.load(`t${n}`)))
    const rejected = calls.filter((one) => one.status === 'rejected')
    expect(rejected.map(({ reason }) => reason instanceof LookupFull)).toEqual([true, true])
  })

  it('are forgotten when they change', async () => {
    await versionOf('here')
    present.set('here', 2)
    expect(await versionOf('here')).toBe(1)
    cache.drop('here')
    expect(await versionOf('here')).toBe(2)
  })

  it('that did not exist are found as soon as they are announced', async () => {
    expect(await versionOf('new')).toBeNull()
    present.set('new', 1)
    cache.drop('new')
    expect(await versionOf('new')).toBe(1)
  })

  it.each([
    ['one that changed', () => cache.drop('here')],
    [
      'everything, where no changes were announced',
      () => {
        cache.pause()
        cache.resume()
      },
    ],
  ])('what a query said before %s is not kept', async (_name, announce) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    answering = promise
    const calls = versionOf('here')
    await expect.poll(() => queries.length).toBe(1)
    present.set('here', 2)
    announce()
    resolve()
    await calls
    expect(await versionOf('here')).toBe(2)
  })

  it('are not cached while changes are not announced', async () => {
    await versionOf('here')
    cache.pause()
    present.set('here', 2)
    expect([await versionOf('here'), await versionOf('here')]).toEqual([2, 2])
    expect(queries.length).toBe(3)
  })

  it('one that cannot be loaded fails those that ask for it alone', async () => {
    const failing = new SettingsCache(async (tokens) => {
      if (tokens.includes('bad')) throw new TypeError('not a function')
      return tokens.map((token) => settingsOf(token, 1))
    })
    const calls = await Promise.allSettled(['a', 'b', 'bad', 'c', 'd'].map((token) => failing.load(token)))
    expect(calls.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  })

  it('a query that fails fails its callers, and the next call queries again', async () => {
    let fails = true
    const failing = new SettingsCache(async () => {
      if (fails) throw new Error('away')
      return [settingsOf('here', 1)]
    })
    await expect(failing.load('here')).rejects.toThrow('away')
    fails = false
    expect((await failing.load('here')).settings?.version).toBe(1)
  })
})
