import { describe, expect, it } from 'vitest'
import { textBody } from '../../bodies/http-body.ts'
import { rawRequestOf } from './raw-request.ts'

const headers = [
  ['Host', 'hooks.example'],
  ['x-twice', '1'],
  ['X-Twice', '2'],
] as const

describe('rawRequestOf', () => {
  it('writes the first line, the headers as they came, an empty line and the body', () => {
    const url = 'https://hooks.example/r/token/push?delivery=1&x=%20'
    expect(rawRequestOf({ method: 'POST', url, headers, body: textBody('{"a":1}\n', 8) })).toBe(
      'POST /r/token/push?delivery=1&x=%20 HTTP/1.1\nHost: hooks.example\nx-twice: 1\nX-Twice: 2\n\n{"a":1}\n',
    )
  })

  it('says what it cannot show: a body that is no text, or only its beginning', () => {
    const binary = { encoding: 'base64', content: 'AAE=', bytes: 2, isTruncated: false } as const
    expect(rawRequestOf({ method: 'GET', url: 'http://a', headers: [], body: binary })).toBe(
      'GET / HTTP/1.1\n\n(2 bytes that are no text)',
    )
    expect(rawRequestOf({ method: 'GET', url: '/r/t', headers: [], body: textBody('ab', 9, true) })).toBe(
      'GET /r/t HTTP/1.1\n\nab\n(the first part of 9 bytes)',
    )
  })
})
