import { describe, expect, it } from 'vitest'
import { type Feed, feedOf, type FeedRow, type Poll, waitMs } from './feed.ts'
import { mayChange, mergePoll } from './merge-poll.ts'

const row = (id: string, status = 'SUCCEEDED'): FeedRow => ({ id, status, notificationResults: [] })
const known: Feed<FeedRow> = feedOf({ results: ['7', '5', '3'].map((id) => row(id)), total: 4, page: 0, newest: '7' })
const poll = (change: Partial<Poll<FeedRow>> = {}): Poll<FeedRow> => ({
  results: [],
  total: 4,
  page: 0,
  newest: null,
  newer: 0,
  isActive: true,
  ...change,
})
const live = { size: 3, isHeld: false, isFiltered: false, sinceWholeMs: 0, mostRows: 200 }
const ids = ({ rows }: Feed<FeedRow>) => rows.map(({ id }) => id)

describe('A poll', () => {
  it('[TH-41, RH-13] without anything new leaves the page as it is', () => {
    expect(mergePoll(known, poll(), live)).toEqual({ feed: known, isStale: false })
    expect(mergePoll(known, poll(), live).feed).toBe(known)
  })

  it('with something new puts it on top, and the last rows move to the next page', () => {
    const { feed, isStale } = mergePoll(known, poll({ results: [row('9')], total: 5, newest: '9', newer: 1 }), live)
    expect(ids(feed)).toEqual(['9', '7', '5'])
    expect(feed).toMatchObject({ total: 5, newest: '9', waiting: 0, arrived: ['9'] })
    expect(isStale).toBe(false)
    expect(mergePoll(feed, poll({ total: 5 }), live).feed).toMatchObject({ arrived: [], arrivedInARow: 0 })
  })

  it('counts what polls in a row bring, so that it is announced each time', () => {
    const one = mergePoll(known, poll({ results: [row('9')], total: 5, newest: '9', newer: 1 }), live).feed
    const two = mergePoll(one, poll({ results: [row('b')], total: 6, newest: 'b', newer: 1 }), live).feed
    expect([one.arrivedInARow, two.arrivedInARow]).toEqual([1, 2])
    expect(two.arrived).toEqual(['b'])
  })

  it('moves nothing while somebody reads: what is new is counted', () => {
    const held = { ...live, isHeld: true }
    const one = mergePoll(known, poll({ results: [row('9')], total: 5, newest: '9', newer: 1 }), held).feed
    expect(ids(one)).toEqual(['7', '5', '3'])
    expect(one).toMatchObject({ waiting: 1, newest: '9', arrived: [] })
    const two = mergePoll(one, poll({ results: [row('b')], total: 16, newest: 'b', newer: 11 }), live).feed
    expect(two).toMatchObject({ waiting: 12, newest: 'b' })
    expect(ids(two)).toEqual(['7', '5', '3'])
  })

  it('shows what changed of a row in its place, also while somebody reads', () => {
    const running = feedOf({ results: [row('7'), row('5', 'RUNNING')], total: 2, page: 0, newest: '7' })
    for (const isHeld of [true, false]) {
      const { feed } = mergePoll(running, poll({ results: [row('5', 'FAILED')], total: 2 }), { ...live, isHeld })
      expect(feed.rows.map(({ id, status }) => [id, status])).toEqual([
        ['7', 'SUCCEEDED'],
        ['5', 'FAILED'],
      ])
    }
  })

  it('[RH-12] finds that a row came late, below newer ones, or that one was deleted', () => {
    expect(mergePoll(known, poll({ total: 5 }), live).isStale).toBe(true)
    expect(mergePoll(known, poll({ total: 3 }), live).isStale).toBe(true)
    expect(mergePoll(known, poll({ total: 5 }), { ...live, isHeld: true }).feed.waiting).toBe(1)
    // At the limit of what is kept, the oldest goes as the newest comes.
    const full = { ...live, mostRows: 4 }
    expect(mergePoll(known, poll({ results: [row('9')], newest: '9', newer: 1 }), full).isStale).toBe(false)
  })

  it('finds that a row was deleted as another one came', () => {
    const polled = poll({ results: [row('9')], newest: '9', newer: 1 })
    expect(mergePoll(known, polled, live).isStale).toBe(true)
  })

  it('has the page fetched for a row that was deleted while somebody read, once nobody does', () => {
    const held = mergePoll(known, poll({ total: 3 }), { ...live, isHeld: true })
    expect([ids(held.feed), held.isStale]).toEqual([['7', '5', '3'], false])
    const later = mergePoll(held.feed, poll({ total: 3 }), { ...live, isHeld: true }).feed
    expect(mergePoll(later, poll({ total: 3 }), live).isStale).toBe(true)
  })

  it('of a filtered history adds to its total', () => {
    const polled = poll({ results: [row('9')], total: 1, newest: '9', newer: 1 })
    const { feed, isStale } = mergePoll(known, polled, { ...live, isFiltered: true })
    expect([feed.total, isStale]).toEqual([5, false])
    expect(mergePoll(known, poll({ total: 0 }), { ...live, isFiltered: true })).toMatchObject({ isStale: false })
  })
})

describe('A poll of a filtered history', () => {
  const filtered = { ...live, isFiltered: true }
  const running = feedOf({ results: [row('7'), row('5', 'RUNNING')], total: 2, page: 0, newest: '7' })
  const ended = poll({ results: [row('5', 'FAILED')], total: 0 })

  it('has the page fetched where a row changed, which may not match the filter any more', () => {
    expect(mergePoll(running, ended, filtered).isStale).toBe(true)
    expect(mergePoll(running, { ...ended, total: 2 }, live).isStale).toBe(false)
  })

  it('has it fetched once nobody reads any more, where a row changed meanwhile', () => {
    const held = mergePoll(running, ended, { ...filtered, isHeld: true })
    expect([ids(held.feed), held.isStale]).toEqual([['7', '5'], false])
    expect(mergePoll(held.feed, poll({ total: 0 }), filtered).isStale).toBe(true)
  })

  it('has it fetched once a minute, for rows that came late or were deleted elsewhere', () => {
    const aged = (sinceWholeMs: number, change = {}) =>
      mergePoll(known, poll({ total: 0 }), { ...filtered, sinceWholeMs, ...change }).isStale
    expect([aged(59_000), aged(60_000)]).toEqual([false, true])
    expect(aged(60_000, { isHeld: true })).toBe(false)
    expect(mergePoll(known, poll(), { ...live, sinceWholeMs: 60_000 }).isStale).toBe(false)
  })
})

it('a page that is fetched again tells what arrived since', () => {
  const page = { results: [row('b'), row('9'), row('7')], total: 6, page: 0, newest: 'b' }
  expect(feedOf(page, known).arrived).toEqual(['b', '9'])
  expect(feedOf(page).arrived).toEqual([])
})

it.each([
  [row('1', 'RUNNING'), true],
  [row('1', 'QUEUED'), true],
  [row('1'), false],
  [{ ...row('1'), signal: { kind: 'UNDECIDED' } }, true],
  [{ ...row('1'), signal: { kind: 'UNMET' } }, false],
  [{ ...row('1'), notificationResults: [{ type: 'EMAIL', status: 'PENDING', attempts: 1, deliveredAt: null }] }, true],
  [{ ...row('1'), notificationResults: [{ type: 'EMAIL', status: 'FAILED', attempts: 1, deliveredAt: null }] }, false],
] as const)('whether a row is watched depends on what may still change (%#)', (one, isWatched) => {
  expect(mayChange(one, Date.UTC(2030, 0, 1))).toBe(isWatched)
})

it('an SMS may be reported as undelivered for a while', () => {
  const nowMs = Date.UTC(2030, 0, 1)
  const deliveredAt = new Date(nowMs).toISOString()
  const sent = {
    ...row('1'),
    notificationResults: [{ type: 'SMS', status: 'DELIVERED', attempts: 1, deliveredAt } as const],
  }
  expect([mayChange(sent, nowMs + 60_000), mayChange(sent, nowMs + 600_000)]).toEqual([true, false])
})

it('failed polls wait as the server asks, else ever longer', () => {
  expect([0, 1, 2, 3, 9].map((failures) => waitMs(failures, undefined))).toEqual([2000, 4000, 8000, 16_000, 60_000])
  expect([waitMs(1, 30), waitMs(1, 0)]).toEqual([30_000, 2000])
})
