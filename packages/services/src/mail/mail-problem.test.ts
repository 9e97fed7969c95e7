import { describe, expect, it } from 'vitest'
import { isTurnedAway, mailProblem } from './mail-problem.ts'

const failing = (facts: object) => Object.assign(new Error('SDK words'), facts)
const unknown = 'The mail server could not be reached, or its response was invalid.'

describe('what a mail service says', () => {
  it.each([
    ['the reply of SMTP', { response: '550 No such user' }, 'The mail server did not take it: 550 No such user'],
    [
      'a reply in lines',
      { response: '550-No\r\n550 such user' },
      'The mail server did not take it: 550-No 550 such user',
    ],
    ["Amazon's message", { $metadata: { httpStatusCode: 400 } }, 'The mail server did not take it: SDK words'],
    ['no reply in words', { response: 550 }, unknown],
    ['no answer of Amazon', { $metadata: {} }, unknown],
    ['nothing of Amazon', { $metadata: null }, unknown],
    ['what is no object', { $metadata: 'httpStatusCode' }, unknown],
    ['a network error', { code: 'ECONNREFUSED' }, unknown],
  ])('is %s', (_name, facts, message) => expect(mailProblem(failing(facts))).toBe(message))

  it.each([['text'], [null], [{ response: '550 No' }]])('is unknown of %j, which is no error', (thrown) =>
    expect(mailProblem(thrown)).toBe(unknown),
  )

  it('is shown up to 300 characters, none of them half', () => {
    const message = mailProblem(failing({ response: `${'x'.repeat(299)}😀` }))
    expect(message).toBe(`The mail server did not take it: ${'x'.repeat(299)}\uFFFD`)
  })
})

describe('a mail that was turned away for now', () => {
  it.each([
    [{ responseCode: 400 }, true],
    [{ responseCode: 451 }, true],
    [{ responseCode: 499 }, true],
    [{ responseCode: 399 }, false],
    [{ responseCode: 500 }, false],
    [{ responseCode: '451' }, false],
    [{ $metadata: { httpStatusCode: 429 } }, true],
    [{ $metadata: { httpStatusCode: 503 } }, false],
    [{ $metadata: {} }, false],
    [{ $metadata: null }, false],
    [{}, false],
  ])('by %j: %s', (facts, expected) => expect(isTurnedAway(failing(facts))).toBe(expected))

  it('was not, where what is thrown is no error', () => expect(isTurnedAway({ responseCode: 451 })).toBe(false))
})
