import { describe, expect, it } from 'vitest'
import { headerProblem } from './header-problem.ts'
import { requestLimits } from './request-rules.ts'

const { headerNameLength, headerValueLength } = requestLimits

describe('a header that is to be sent', () => {
  it.each([
    ['Accept', 'text/html'],
    ["X-a!#$%&'*+.^_`|~9", ''],
    ['a'.repeat(headerNameLength), 'v'.repeat(headerValueLength)],
    ['X-Latin', 'caf\u00e9 \t~ \u0080\u00ff'],
    ['X-Text', 'Привет 日本 😀'],
    ['X-Host', 'a'],
    ['Teapot', 'a'],
  ])('%.30s: %.30s is as it has to be', (name, value) => expect(headerProblem(name, value)).toBeNull())

  it.each([
    ['', '“” isn’t a valid header name. Use letters, digits and hyphens.'],
    ['A b', '“A b” isn’t a valid header name. Use letters, digits and hyphens.'],
    ['A:', '“A:” isn’t a valid header name. Use letters, digits and hyphens.'],
    [' A', '“ A” isn’t a valid header name. Use letters, digits and hyphens.'],
    ['é', '“é” isn’t a valid header name. Use letters, digits and hyphens.'],
    ['a'.repeat(headerNameLength + 1), `A header's name has at most ${headerNameLength} characters.`],
  ])('%.30s is no name', (name, message) => expect(headerProblem(name, '')).toEqual({ field: 'name', message }))

  it.each([
    'Connection',
    'content-length',
    'Expect',
    'HOST',
    'HTTP2-Settings',
    'Keep-Alive',
    'Proxy-Connection',
    'TE',
    'Trailer',
    'Transfer-Encoding',
    'Upgrade',
  ])('%s belongs to the connection', (name) => {
    const message = `The header ${name} is set by the call itself and cannot be changed.`
    expect(headerProblem(name, '')).toEqual({ field: 'name', message })
  })

  it.each(['a\nb', 'a\rb', '\n', 'a\0', 'a\u007fb', 'a\ud800'])('%j is no value', (value) => {
    const message = 'The value of A holds a line break or another character that a header cannot carry.'
    expect(headerProblem('A', value)).toEqual({ field: 'value', message })
  })

  it('has no value that is longer than one may be', () => {
    const message = `The value of A has more than ${headerValueLength} characters.`
    expect(headerProblem('A', 'v'.repeat(headerValueLength + 1))).toEqual({ field: 'value', message })
  })
})
