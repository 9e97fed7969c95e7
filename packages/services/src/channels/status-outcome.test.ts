import { describe, expect, it } from 'vitest'
import { outcomeOfStatus, readRetryAfter } from './status-outcome.ts'

const nowMs = Date.parse('2026-11-22T03:00:00.000Z')
const outcome = (statusCode: number, retryAfter: string | null = null) =>
  outcomeOfStatus(statusCode, { who: 'The target', retryAfter, nowMs })

describe('the outcome of a message, by the status of its answer', () => {
  it.each([200, 204, 299])('%i: it is delivered', (status) => expect(outcome(status)).toEqual({ kind: 'delivered' }))

  it.each([199, 300, 301, 400, 404, 407, 409, 424, 426, 428, 430, 499])('%i: it failed', (status) =>
    expect(outcome(status)).toEqual({ kind: 'failed', reason: `The target responded with ${status}.` }),
  )

  it.each([408, 425, 429])('%i: it was not taken for now', (status) =>
    expect(outcome(status)).toEqual({
      kind: 'retry',
      reason: `The target responded with ${status}.`,
      isRejected: true,
    }),
  )

  it.each([500, 503, 599])('%i: it may have been taken', (status) =>
    expect(outcome(status, '7')).toEqual({
      kind: 'retry',
      reason: `The target responded with ${status}.`,
      retryAfterSeconds: 7,
    }),
  )

  it('429 with a time: it is tried then', () => expect(outcome(429, '60')).toMatchObject({ retryAfterSeconds: 60 }))
})

describe('Retry-After', () => {
  it.each([
    [null, null],
    ['', null],
    ['soon', null],
    ['12 apples', null],
    ['-12', 0],
    ['0', 0],
    [' 120 ', 120],
    ['Sun, 22 Nov 2026 03:00:30 GMT', 30],
    ['Sun, 22 Nov 2026 02:00:00 GMT', 0],
    ['2026-11-22T03:00:01.500Z', 2],
  ])('"%s" is %s', (header, seconds) => expect(readRetryAfter(header, nowMs)).toBe(seconds))
})
