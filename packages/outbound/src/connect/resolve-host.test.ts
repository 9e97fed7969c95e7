import { queryObjects } from 'node:v8'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HostResolver } from './resolve-host.ts'

describe('the answers of DNS', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
  afterEach(() => void vi.useRealTimers())

  class Addresses extends Array<string> {}

  const startResolving = (cacheMs: number) => {
    const queried: string[] = []
    const resolver = new HostResolver(async (host) => {
      queried.push(host)
      return Addresses.of('192.0.2.1')
    }, cacheMs)
    return { queried, resolver }
  }

  it('are used again until they expire', async () => {
    const { queried, resolver } = startResolving(1_000)
    const lookUpAfter = async (passedMs: number) => {
      vi.advanceTimersByTime(passedMs)
      await resolver.addressesOf('a.example')
      return queried.length
    }
    expect([await lookUpAfter(0), await lookUpAfter(999), await lookUpAfter(1), await lookUpAfter(999)]).toEqual([
      1, 1, 2, 2,
    ])
  })

  it('are not used again where nothing is to be kept', async () => {
    const { queried, resolver } = startResolving(0)
    for (let count = 0; count < 2; count += 1) await resolver.addressesOf('a.example')
    expect(queried).toEqual(['a.example', 'a.example'])
  })

  it('are kept of 2,000 hosts, and the oldest goes first', async () => {
    const { queried, resolver } = startResolving(1_000)
    const hosts = Array.from({ length: 2_001 }, (_, index) => `${index}.example`)
    for (const host of hosts) await resolver.addressesOf(host)
    queried.length = 0
    for (const host of hosts.slice(1)) await resolver.addressesOf(host)
    expect(queried).toEqual([])
    await resolver.addressesOf('0.example')
    expect(queried).toEqual(['0.example'])
  })

  it('are dropped once they have expired, and those that have not are kept', async () => {
    const { queried, resolver } = startResolving(1_000)
    for (let index = 0; index < 50; index += 1) await resolver.addressesOf(`${index}.example`)
    vi.advanceTimersByTime(500)
    await resolver.addressesOf('later.example')
    vi.advanceTimersByTime(500)
    await resolver.addressesOf('last.example')
    expect(queryObjects(Addresses, { format: 'count' })).toBeLessThan(10)
    await resolver.addressesOf('later.example')
    expect(queried).toHaveLength(52)
  })
})
