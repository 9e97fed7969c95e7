import { beforeEach, expect, it } from 'vitest'
import { pollWithCursor, type HistoryPage } from './poll-with-cursor.ts'

/** What the server has, the newest first, and what it was asked. */
let rows: string[]
let asked: (string | undefined)[]
const ask = async (top: string | undefined) => {
  asked.push(top)
  const hasNewItem = rows[0] === undefined || rows[0] !== top
  return { results: hasNewItem ? rows.slice(0, 3) : [], total: rows.length, page: 0, hasNewItem }
}
const known = (): HistoryPage<string> => ({ results: ['7', '5', '3'], total: 4, page: 0 })

beforeEach(() => {
  rows = ['7', '5', '3', '1']
  asked = []
})

it('a poll without a new item keeps the known page', async () => {
  const before = known()
  expect(await pollWithCursor(before, '7', ask)).toBe(before)
  expect(asked).toEqual(['7'])
})

it('a new item at the top arrives with the first poll', async () => {
  rows.unshift('9')
  expect((await pollWithCursor(known(), '7', ask)).results).toEqual(['9', '7', '5'])
  expect(asked).toEqual(['7'])
})

it('an item that was recorded late, below the top, is fetched too', async () => {
  rows.splice(1, 0, '6')
  const after = await pollWithCursor(known(), '7', ask)
  expect(after).toMatchObject({ results: ['7', '6', '5'], total: 5 })
  expect(asked).toEqual(['7', undefined])
  expect(await pollWithCursor(after, '7', ask)).toBe(after)
})

it('without a known page, the page is fetched whole', async () => {
  expect((await pollWithCursor(undefined, '7', ask)).results).toEqual(['7', '5', '3'])
  expect(asked).toEqual([undefined])
})
