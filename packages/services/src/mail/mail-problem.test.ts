import { describe, expect, it } from 'vitest'
import { isTurnedAway, mailProblem } from './mail-problem.ts'

const failing = (facts: object) => Object.assign(new Error('SDK words'), facts)
const unknown = 'The response of the mail server was invalid.'

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
    ['a network error', { code: 'ECONNREFUSED' }, 'The mail server could not be reached (ECONNREFUSED).'],
    [
      'a network error, of which the library’s own word is vaguer',
      { code: 'ESOCKET', message: 'connect ECONNREFUSED 192.0.2.1:465' },
      'The mail server could not be reached (ECONNREFUSED).',
    ],
    ['a silent server', { code: 'ETIMEDOUT' }, 'The mail server did not answer in time (ETIMEDOUT).'],
    [
      'an unknown name',
      { code: 'EDNS', message: 'getaddrinfo ENOTFOUND mail.example' },
      'The name of the mail server was not found (ENOTFOUND).',
    ],
    [
      'a bad certificate',
      { code: 'ESOCKET', cause: Object.assign(new Error('expired'), { code: 'CERT_HAS_EXPIRED' }) },
      'No secure connection to the mail server could be made (CERT_HAS_EXPIRED).',
    ],
    ['a bad reply', { code: 'EPROTOCOL' }, 'The response of the mail server was invalid (EPROTOCOL).'],
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
