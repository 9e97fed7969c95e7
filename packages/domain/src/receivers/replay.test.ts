import { describe, expect, it } from 'vitest'
import { ReplayInput, ReplayView } from './replay.ts'

const uri = 'https://a.example'
const messageFor = (input: object) => ReplayInput.safeParse({ uri, ...input }).error?.issues[0]?.message

describe('a request that is edited before it is sent again', () => {
  it.each(['X-A', "!#$%&'*+.^`|~-_aZ09", 'x', 'x'.repeat(256)])('may have a header called %s', (name) => {
    expect(messageFor({ headers: [[name, '']] })).toBeUndefined()
  })

  it.each(['', 'X A', 'X-A:', ' X', 'X ', 'é', 'x'.repeat(257)])('has no header called %j', (name) => {
    expect(messageFor({ headers: [[name, '']] })).toBe('Enter each header as Name: value.')
  })

  it.each(['', 'a b', 'a\tb', '\u00a0é\u00ff', '~', 'x'.repeat(8192)])('may have a header %j', (value) => {
    expect(messageFor({ headers: [['X-A', value]] })).toBeUndefined()
  })

  it.each(['a\nb', '\u0000', 'a\u001F', '\u007f', '\u0100b', 'x'.repeat(8193)])('has no header %j', (value) => {
    expect(messageFor({ headers: [['X-A', value]] })).toBe('A header holds characters that cannot be sent.')
  })

  it('has its limits', () => {
    const headers = (count: number) => Array.from({ length: count }, () => ['X-A', '1'])
    expect(messageFor({ headers: headers(300), body: 'x'.repeat(262_144) })).toBeUndefined()
    expect(messageFor({ headers: headers(301) })).toBe('A request has at most 300 headers.')
    expect(messageFor({ body: 'x'.repeat(262_145) })).toBe('The body is too long to be edited here.')
    expect(ReplayInput.parse({ uri: `  ${uri}/${'x'.repeat(2030)} ` }).uri).toHaveLength(2048)
    expect(messageFor({ uri: `${uri}/${'x'.repeat(2031)}` })).toBe('The URL is too long.')
  })
})

it('a replay has a response, or a failure', () => {
  const body = { encoding: 'text', content: '', bytes: 0, isTruncated: false }
  const response = { kind: 'response', statusCode: 200, headers: [], body, responseTimeMs: 3 }
  const failure = { kind: 'failure', code: 'TIMEOUT', message: 'It took too long.', responseTimeMs: 3 }
  expect([response, failure].map((view) => ReplayView.parse(view))).toEqual([response, failure])
  expect(ReplayView.safeParse({ ...failure, kind: 'response' }).success).toBe(false)
})
