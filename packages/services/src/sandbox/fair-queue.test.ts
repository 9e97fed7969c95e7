import { expect, it } from 'vitest'
import { FairQueue } from './fair-queue.ts'

interface Item {
  accountId: string
  name: string
}

const start = () => {
  const queue = new FairQueue<Item>()
  const items = (accountId: string, names: string): Item[] => names.split('').map((name) => ({ accountId, name }))
  return {
    queue,
    items,
    add: (accountId: string, names: string) => {
      for (const item of items(accountId, names)) queue.add(item)
    },
    take: () => queue.takeBatch((batch) => batch.length < 4),
    names: (taken: readonly Item[]) => taken.map(({ name }) => name).join(''),
  }
}

it('the fair queue makes batches in which the accounts take turns', () => {
  const { add, take, names } = start()
  add('a', 'abcdef')
  add('x', 'xy')
  add('p', 'p')
  expect([names(take()), names(take()), names(take()), names(take())]).toEqual(['axpb', 'ycde', 'f', ''])
})

it('the fair queue goes on with the account that waits longest', () => {
  const { add, take, names } = start()
  add('a', 'abcdefgh')
  expect(names(take())).toBe('abcd')
  add('x', 'xyz')
  expect(names(take())).toBe('exfy')
})

it('the fair queue takes an item that fits into no batch alone, and goes on with the next', () => {
  const { queue, add, names } = start()
  add('a', 'ab')
  add('x', 'x')
  const take = () => names(queue.takeBatch(() => false))
  expect([take(), take(), take(), take()]).toEqual(['a', 'x', 'b', ''])
})

it('the fair queue gives what was not done back its place', () => {
  const { queue, add, take, names } = start()
  add('a', 'abcdef')
  const taken = take()
  queue.addFirst(taken.slice(1))
  expect(names(take())).toBe('bcde')
})

it('the fair queue gives the accounts of what was not done their turns back, before all others', () => {
  const { queue, add, take, names } = start()
  add('a', 'abc')
  add('x', 'x')
  add('p', 'p')
  const taken = take()
  expect(names(taken)).toBe('axpb')
  add('q', 'q')
  queue.addFirst(taken.slice(1))
  expect(names(take())).toBe('xpbq')
  expect(names(take())).toBe('c')
})

it('the fair queue takes one by one from the account that has had the least, and in turn among equals', () => {
  const { queue, add } = start()
  const had = new Map([['a', 100]])
  add('a', 'abc')
  add('x', 'xy')
  add('p', 'p')
  const takeOne = () => queue.takeOne((accountId) => had.get(accountId) ?? 0)?.name
  expect([takeOne(), takeOne(), takeOne()]).toEqual(['x', 'p', 'y'])
  had.set('q', 200)
  add('q', 'q')
  expect([takeOne(), takeOne(), takeOne(), takeOne(), takeOne()]).toEqual(['a', 'b', 'c', 'q', undefined])
  expect(queue.isEmpty).toBe(true)
})

it('the fair queue takes out an account, an item, or everything', () => {
  const { queue, items, add, names } = start()
  const [item] = items('z', 'z')
  if (item) queue.add(item)
  add('a', 'ab')
  add('x', 'xy')
  if (item) queue.remove(item)
  expect(names(queue.takeAll('a'))).toBe('ab')
  expect(names(queue.clear())).toBe('xy')
  expect(queue.isEmpty).toBe(true)
})
