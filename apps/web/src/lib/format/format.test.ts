import { describe, expect, it } from 'vitest'
import {
  bytes,
  clockTime,
  dueTime,
  exactNumber,
  exactTime,
  percent,
  relativeTime,
  timeInZone,
  timeSpan,
  tooltipTime,
  truncateMiddle,
} from './format.ts'

const now = Date.parse('2030-01-01T00:00:00Z')

it('a time span is never less than none', () => {
  expect([timeSpan(-300_000), timeSpan(-0.4), timeSpan(12_000)]).toEqual(['0 s', '0 s', '12 s'])
})

it('what is due says since when, once it is late', () => {
  const ages = [-120_000, 0, 59_000, 61_000, 24 * 60_000]
  expect(ages.map((ms) => dueTime(now - ms, now, false))).toEqual([
    'in 2 min',
    'due now',
    'due now',
    'was due 1 min ago',
    'was due 24 min ago',
  ])
})

it('what is due while an execution is in flight is for after it, and what is ahead has its time', () => {
  expect([-120_000, 0, 55 * 60_000].map((ms) => dueTime(now - ms, now, true))).toEqual([
    'in 2 min',
    'after the current execution',
    'after the current execution',
  ])
})

describe('relative time', () => {
  it.each([
    [0, 'now'],
    [-1_900, 'now'],
    [-2_000, '2 s ago'],
    [-59_999, '1 min ago'],
    [-59_400, '59 s ago'],
    [-89_000, '1 min ago'],
    [-3_590_000, '1 h ago'],
    [43 * 3_600_000, 'in 2 d'],
    [7 * 86_400_000 - 5_000, 'in 7 d'],
    [-60_000, '1 min ago'],
    [-3_600_000, '1 h ago'],
    [-86_400_000, '1 d ago'],
    [-40 * 86_400_000, '1 mo ago'],
    [-800 * 86_400_000, '2 y ago'],
    [240_000, 'in 4 min'],
  ])('%i ms from now is "%s"', (offset, text) => {
    expect(relativeTime(now + offset, now)).toBe(text)
  })
})

describe('times', () => {
  const at = Date.parse('2029-11-23T09:05:07.042Z')

  it('a schedule’s time has its weekday, its year and its zone', () => {
    expect(timeInZone(at, 'UTC')).toMatch(/^Fri, Nov 23, 2029, 0?9:05:07( AM)? UTC$/)
    expect(timeInZone(at, 'America/New_York')).toMatch(/^Fri, Nov 23, 2029, 0?4:05:07( AM)? EST$/)
  })

  it('milliseconds are in the tooltip alone', () => {
    expect(tooltipTime(at)).toMatch(/:05:07\.042( [AP]M)? \S+$/)
    for (const text of [clockTime(at, now), exactTime(at), timeInZone(at, 'UTC')]) expect(text).not.toContain('.042')
  })
})

describe('numbers', () => {
  it.each([
    [1_234_567, '1,234,567'],
    [0.1, '0.1'],
    [99.996, '99.996'],
    [1e-7, '0.0000001'],
    [-1_234_567.891, '-1,234,567.891'],
    [9_007_199_254_740_991, '9,007,199,254,740,991'],
  ])('%f has all of its digits: %s', (value, text) => expect(exactNumber(value)).toBe(text))

  it.each([
    [100, '100%'],
    [99.996, '99.99%'],
    [66.666, '66.67%'],
    [0, '0%'],
    [0.001, '0.01%'],
  ])('%f percent reads %s', (value, text) => expect(percent(value)).toBe(text))
})

describe('sizes', () => {
  it.each([
    [0, '0 B'],
    [1023, '1,023 B'],
    [1024, '1 KiB'],
    [1740, '1.7 KiB'],
    [10_650, '10.4 KiB'],
    [500_000, '488 KiB'],
    [1_048_575, '1 MiB'],
    [1_048_576, '1 MiB'],
    [256 * 1024 ** 2, '256 MiB'],
    [1.5 * 1024 ** 3, '1.5 GiB'],
    [5 * 1024 ** 4, '5,120 GiB'],
  ])('%i bytes read "%s"', (count, text) => expect(bytes(count)).toBe(text))
})

describe('truncateMiddle', () => {
  it('leaves a text that fits', () => expect(truncateMiddle('https://a.example/', 20)).toBe('https://a.example/'))

  it('keeps both ends and has exactly the given length', () => {
    const cut = truncateMiddle('https://api.example.com/v1/accounts/42/invoices/latest', 24)
    expect(cut).toHaveLength(24)
    expect(cut.startsWith('https://api')).toBe(true)
    expect(cut.endsWith('latest')).toBe(true)
  })
})

it('a time of a zone that the browser does not know is shown by the clocks of UTC', () => {
  const atMs = Date.UTC(2026, 10, 23, 9)
  expect(timeInZone(atMs, 'Mars/Olympus')).toBe(timeInZone(atMs, 'UTC'))
  expect(exactTime(atMs, 'Mars/Olympus')).toBe(exactTime(atMs, 'UTC'))
})
