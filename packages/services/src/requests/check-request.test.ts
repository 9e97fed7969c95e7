import type { RequestTargetInput } from '@knockwire/domain/requests/request-target'
import { checkUri } from '@knockwire/outbound/url-rules'
import { describe, expect, it } from 'vitest'
import { checkRequest, namedHeaders } from './check-request.ts'

const target: RequestTargetInput = {
  uri: 'https://example.com/',
  method: 'GET',
  headers: [],
  body: null,
  basicAuth: { status: 'DISABLED', username: '', password: '' },
  followRedirect: true,
  allowInsecureCerts: false,
}
const check = (changes: Partial<RequestTargetInput>) => checkRequest({ ...target, ...changes }, checkUri)

describe('a request that is saved', () => {
  it('has no errors where it can be made', () => {
    expect(check({})).toEqual({})
    expect(check({ headers: [['Accept', '*/*']] })).toEqual({})
    expect(check({ basicAuth: { status: 'ENABLED', username: 'ada', password: 'pass' } })).toEqual({})
  })

  it.each(['', '  ', 'http', 'http:', 'https://', ' HTTPS:/// '])('needs an address: "%s" is none yet', (uri) => {
    const errors = check({ uri })
    if (uri === 'http') expect(errors).toEqual({ requestUrl: 'This is not a valid URL.' })
    else expect(errors).toEqual({ requestUrl: 'Enter the URL to call.' })
  })

  it.each(['http://10.0.0.1/', 'no http:// at all', 'xhttp://'])('says why "%s" cannot be called', (uri) => {
    const verdict = checkUri(uri)
    expect(check({ uri })).toEqual({ requestUrl: verdict.ok ? '' : verdict.message })
  })

  it('has a body in the charset that its type names', () => {
    const headers: [string, string][] = [['content-type', 'text/plain; charset=iso-8859-1']]
    expect(check({ method: 'POST', headers, body: 'café' })).toEqual({})
    expect(check({ method: 'POST', headers, body: '3 €' })).toEqual({
      requestBody: 'The charset iso-8859-1 has no “€”. Use charset=utf-8, or remove the character.',
    })
    expect(check({ headers, body: '3 €' })).toEqual({})
  })

  it('says which header cannot be sent, whichever it is', () => {
    const errors = check({
      headers: [
        ['Accept', '*/*'],
        ['X A', '1'],
      ],
    })
    expect(Object.keys(errors)).toEqual(['requestHeaders'])
    expect(errors['requestHeaders']).toContain('“X A” isn’t a valid header name')
  })

  it.each([
    ['', 'pass', { requestBasicAuthUsername: 'Enter a username.' }],
    ['a:b', 'pass', { requestBasicAuthUsername: 'A username cannot contain a colon.' }],
    [
      'a\nb',
      'pass',
      { requestBasicAuthUsername: 'A username cannot contain line breaks or other control characters.' },
    ],
    ['ada', '', { requestBasicAuthPassword: 'Enter a password.' }],
    ['ada', undefined, { requestBasicAuthPassword: 'Enter a password.' }],
    [
      'ada',
      'pa\u0007ss',
      { requestBasicAuthPassword: 'A password cannot contain line breaks or other control characters.' },
    ],
  ])('with basic authentication by "%s" and "%s" is checked, unless that is off', (username, password, errors) => {
    const basicAuth = { username, ...(password !== undefined && { password }) }
    expect(check({ basicAuth: { status: 'ENABLED', ...basicAuth } })).toEqual(errors)
    expect(check({ basicAuth: { status: 'DISABLED', ...basicAuth } })).toEqual({})
  })
})

it('rows of headers without a name are dropped, and names are trimmed', () => {
  const headers = [
    [' X-A ', ' 1 '],
    ['  ', '2'],
    ['', '3'],
  ] as const
  expect(namedHeaders(headers)).toEqual([['X-A', ' 1 ']])
})
