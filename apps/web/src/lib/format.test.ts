import { describe, expect, it } from 'vitest'
import { bytes, truncateMiddle, relativeTime } from './format.ts'

const now = Date.parse('2030-01-01T00:00:00Z')

describe('relative time', () => {
  it.each([
    [0, 'now'],
    [-1_900, 'now'],
    [-2_000, '2 s ago'],
    [-59_999, '59 s ago'],
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

describe('sizes', () => {
  it.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [10_650, '10.4 KB'],
    [1_048_576, '1.0 MB'],
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
