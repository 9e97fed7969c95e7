import { describe, expect, it } from 'vitest'
import { AccountQueues, leastThreads, type QueueName } from './account-queues.ts'

interface Job {
  accountId: string
  queue: QueueName
  name: string
}

const job = (name: string, queue: QueueName = 'quick', accountId = name): Job => ({ name, queue, accountId })

const queuesOf = (
  threads = leastThreads,
  hadMs: Readonly<Record<string, number>> = {},
  { quickThreads = threads } = {},
) =>
  new AccountQueues<Job>({
    threads,
    quickThreads,
    queueOf: ({ queue }) => queue,
    fits: (batch) => batch.length < 2,
    hadMs: (accountId) => hadMs[accountId] ?? 0,
  })

const takenBy = (queues: AccountQueues<Job>) => {
  const taken = queues.take()
  return taken === null ? null : [taken.queue, ...taken.items.map(({ name }) => name)]
}

describe('what is worked on next', () => {
  it('is nothing where nothing waits', () => expect(queuesOf().take()).toBeNull())

  it('is of each queue in turn, quick jobs together and others one by one', () => {
    const queues = queuesOf(6)
    const waiting = [job('a'), job('b'), job('c'), job('d', 'long'), job('e', 'long'), job('f', 'penalised')]
    for (const one of waiting) queues.add(one)
    expect([1, 2, 3, 4, 5, 6].map(() => takenBy(queues))).toEqual([
      ['quick', 'a', 'b'],
      ['long', 'd'],
      ['penalised', 'f'],
      ['quick', 'c'],
      ['long', 'e'],
      null,
    ])
  })

  it('begins on no more threads than there are, and again once one is free', () => {
    const queues = queuesOf(3)
    for (const name of 'abcdefgh') queues.add(job(name))
    const [first, ...others] = [1, 2, 3, 4].map(() => queues.take())
    expect([first, ...others].map((batch) => batch?.items.map(({ name }) => name) ?? null)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
      ['e', 'f'],
      null,
    ])
    if (first) queues.end(first)
    expect(takenBy(queues)).toEqual(['quick', 'g', 'h'])
  })

  it('begins on more threads than usual for quick jobs only where a batch of theirs is slow', () => {
    const queues = queuesOf(3, {}, { quickThreads: 1 })
    for (const name of 'abcdefgh') queues.add(job(name))
    const slow = queues.take()
    expect([slow?.items.length, queues.take()]).toEqual([2, null])
    if (slow) queues.markSlow(slow)
    const quick = queues.take()
    expect([quick?.items.length, queues.take()]).toEqual([2, null])
    if (quick) queues.end(quick)
    const next = queues.take()
    expect([next?.items.length, queues.take()]).toEqual([2, null])
    if (next) queues.markSlow(next)
    expect([queues.take()?.items.length, queues.take()]).toEqual([2, null])
  })

  it.each([
    [3, 'long', 2],
    [3, 'penalised', 1],
    [5, 'penalised', 1],
    [6, 'penalised', 2],
    [6, 'long', 5],
  ] as const)('of %i threads leaves one to quick jobs: %s ones begin on %i', (threads, queue, expected) => {
    const queues = queuesOf(threads)
    for (const name of 'abcdefgh') queues.add(job(name, queue))
    let begun = 0
    while (queues.take() !== null) begun += 1
    expect(begun).toBe(expected)
    queues.add(job('quick'))
    expect(takenBy(queues)).toEqual(['quick', 'quick'])
  })

  it('counts the threads of all queues', () => {
    const queues = queuesOf(3)
    for (const queue of ['quick', 'long', 'penalised'] as const)
      for (const name of 'abcd') queues.add(job(`${queue} ${name}`, queue))
    expect([1, 2, 3].map(() => queues.take()?.queue)).toEqual(['quick', 'long', 'penalised'])
    expect(queues.take()).toBeNull()
  })

  it('goes on with long jobs where no more penalised ones may begin', () => {
    const queues = queuesOf(6)
    for (const name of 'abcd') queues.add(job(name, 'penalised'))
    expect([queues.take()?.queue, queues.take()?.queue, queues.take()]).toEqual(['penalised', 'penalised', null])
    for (const name of 'efg') queues.add(job(name, 'long'))
    expect([1, 2, 3].map(() => takenBy(queues))).toEqual([
      ['long', 'e'],
      ['long', 'f'],
      ['long', 'g'],
    ])
  })

  it('counts long and penalised jobs together, so that one thread is left to quick ones', () => {
    const queues = queuesOf(3)
    for (const one of [job('a', 'penalised'), job('b', 'long'), job('c', 'long')]) queues.add(one)
    expect([1, 2, 3].map(() => takenBy(queues))).toEqual([['long', 'b'], ['penalised', 'a'], null])
  })

  it('is of the account that had the least time, among long jobs', () => {
    const queues = queuesOf(6, { greedy: 500 })
    for (const one of [job('a', 'long', 'greedy'), job('b', 'long', 'modest')]) queues.add(one)
    expect([takenBy(queues), takenBy(queues)]).toEqual([
      ['long', 'b'],
      ['long', 'a'],
    ])
  })
})

describe('what waits', () => {
  it('is next where it was taken and not done, each in its queue', () => {
    const queues = queuesOf(6)
    for (const one of [job('a'), job('b', 'long')]) queues.add(one)
    queues.addFirst([job('c'), job('d', 'long')])
    expect([1, 2, 3].map(() => takenBy(queues))).toEqual([
      ['quick', 'c', 'a'],
      ['long', 'd'],
      ['long', 'b'],
    ])
  })

  it('goes to the queue that is now its own', () => {
    const queues = queuesOf(6)
    const [mine, alsoMine, other] = [job('a', 'quick', 'me'), job('b', 'long', 'me'), job('c')]
    for (const one of [mine, alsoMine, other]) queues.add(one)
    mine.queue = 'penalised'
    alsoMine.queue = 'penalised'
    queues.sortAgain('me')
    expect([1, 2, 3].map(() => takenBy(queues))).toEqual([
      ['quick', 'c'],
      ['penalised', 'a'],
      ['penalised', 'b'],
    ])
  })

  it('is dropped where nobody waits for it any more, and as a whole', () => {
    const queues = queuesOf(6)
    const [dropped, long, quick] = [job('a'), job('b', 'long'), job('c')]
    for (const one of [dropped, long, quick]) queues.add(one)
    queues.remove(dropped)
    expect(queues.clear()).toEqual([quick, long])
    expect(queues.take()).toBeNull()
  })
})
