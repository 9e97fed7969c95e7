import { describe, expect, it } from 'vitest'
import { delivered, errorsOf, failed, markTest, rejectedForNow, retry } from './channel.ts'

describe('what became of a message', () => {
  it.each([
    [delivered(), { kind: 'delivered' }],
    [delivered(null), { kind: 'delivered' }],
    [delivered('SM1'), { kind: 'delivered', providerMessageId: 'SM1' }],
    [failed('No.'), { kind: 'failed', reason: 'No.' }],
    [retry('Later.'), { kind: 'retry', reason: 'Later.' }],
    [retry('Later.', null), { kind: 'retry', reason: 'Later.' }],
    [retry('Later.', 0), { kind: 'retry', reason: 'Later.', retryAfterSeconds: 0 }],
    [rejectedForNow('Busy.'), { kind: 'retry', reason: 'Busy.', isRejected: true }],
    [rejectedForNow('Busy.', 7), { kind: 'retry', reason: 'Busy.', isRejected: true, retryAfterSeconds: 7 }],
  ])('is %o', (outcome, expected) => expect(outcome).toStrictEqual(expected))
})

it('the errors of a setting are those of its fields that have one', () => {
  expect(errorsOf({ emailAddress: 'Choose.', subject: null })).toEqual({ emailAddress: 'Choose.' })
})

it('a message that is sent as a test begins with a mark, and no other does', () => {
  expect(markTest({ occasion: 'TEST' }, 'Down')).toBe('[Test] Down')
  expect(markTest({ occasion: 'HOLDS' }, 'Down')).toBe('Down')
})
