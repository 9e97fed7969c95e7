import { expect, it } from 'vitest'
import { Turns, type Waiting } from './turns.ts'

interface Item extends Waiting {
  name: string
}

const start = (soloAtOnce = 1) => {
  const turns = new Turns<Item>({ soloAtOnce, fits: (batch) => batch.length < 4 })
  const add = (accountId: string, names: string, isSuspect = false) => {
    for (const name of names) turns.add({ accountId, name, isSuspect })
  }
  const take = () => {
    const items = turns.take()
    return { items, names: items.map(({ name }) => name).join('') }
  }
  return { turns, add, take }
}

it('makes batches in which the accounts take turns', () => {
  const { add, take } = start()
  add('a', 'abcdef')
  add('x', 'xy')
  add('p', 'p')
  expect(take().names).toBe('axpb')
  expect(take().names).toBe('ycde')
  expect(take().names).toBe('f')
  expect(take().names).toBe('')
})

it('goes on with the account that waits longest', () => {
  const { add, take } = start()
  add('a', 'abcdefgh')
  expect(take().names).toBe('abcd')
  add('x', 'xyz')
  expect(take().names).toBe('exfy')
})

it('lets suspects go one by one, and the others beside them', () => {
  const { turns, add, take } = start()
  add('a', 'AB', true)
  add('x', 'xy')
  const first = take()
  expect(first.names).toBe('A')
  expect(take().names).toBe('xy')
  expect(take().names).toBe('')
  turns.end(first.items)
  expect(take().names).toBe('B')
})

it('gives everything up at once', () => {
  const { turns, add, take } = start()
  add('a', 'AB', true)
  add('x', 'xy')
  expect(
    turns
      .clear()
      .map(({ name }) => name)
      .toSorted((a, b) => a.localeCompare(b)),
  ).toEqual(['A', 'B', 'x', 'y'])
  expect(take().names).toBe('')
})
