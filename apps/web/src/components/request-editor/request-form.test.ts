import { RequestTargetInput, type RequestTargetView } from '@knockwire/domain/requests/request-target'
import { defaultRequestTarget } from '@knockwire/domain/requests/request-rules'
import { describe, expect, it } from 'vitest'
import { parseCurl } from '@knockwire/domain/requests/curl/parse-curl'
import { unchangedRequestTarget, requestFormOf, toRequestTarget, ofCurl, withPassword } from './request-form.ts'

const stored: RequestTargetView = {
  uri: 'https://api.example.com/orders',
  method: 'POST',
  headers: [['Accept', 'text/plain']],
  body: '{"a":1}',
  basicAuth: { status: 'ENABLED', username: 'ada', passwordSet: true },
  followRedirect: false,
  allowInsecureCerts: true,
}

const fresh: RequestTargetView = {
  ...defaultRequestTarget,
  basicAuth: { ...defaultRequestTarget.basicAuth, passwordSet: false },
}

describe('the request form', () => {
  it('[RE-03, RE-04] starts with GET and "http://"', () => {
    expect(requestFormOf(fresh)).toMatchObject({ requestMethod: 'GET', requestUrl: 'http://' })
  })

  it('[RE-15] when unchanged, sends what was stored, and keeps the stored password by sending none', () => {
    const sent = unchangedRequestTarget(stored)
    expect(sent).toEqual({ ...stored, basicAuth: { status: 'ENABLED', username: 'ada' } })
    expect(RequestTargetInput.safeParse(sent).success).toBe(true)
  })

  it.each(['POST', 'PUT', 'PATCH'] as const)('[RE-09] %s sends the body', (requestMethod) => {
    expect(toRequestTarget({ ...requestFormOf(stored), requestMethod }).body).toBe('{"a":1}')
  })

  it.each(['GET', 'OPTIONS', 'HEAD', 'DELETE', 'TRACE'] as const)('[RE-09] %s sends none', (requestMethod) => {
    expect(toRequestTarget({ ...requestFormOf(stored), requestMethod }).body).toBeNull()
  })

  it('[RE-12] a password that is typed and emptied again keeps the stored one', () => {
    const typed = withPassword(requestFormOf(stored), 'new')
    expect(toRequestTarget(typed).basicAuth.password).toBe('new')
    expect(toRequestTarget(withPassword(typed, '')).basicAuth).not.toHaveProperty('password')
  })

  it('[RE-12] where none was stored, an emptied password is sent, since an auto-save may have sent its beginning', () => {
    expect(toRequestTarget(withPassword(requestFormOf(fresh), '')).basicAuth.password).toBe('')
  })

  it('trims the URL', () => {
    expect(toRequestTarget({ ...requestFormOf(fresh), requestUrl: ' https://x.example \n' }).uri).toBe(
      'https://x.example',
    )
  })
})

describe('a curl command in the request form', () => {
  const filled = (command: string) => {
    const curl = parseCurl(command)
    if (curl === null) throw new Error('not a curl command')
    return toRequestTarget({ ...requestFormOf(stored), ...ofCurl(curl) })
  }

  it('fills every field', () => {
    expect(filled(`curl -L -u bob:pw -X PUT https://x.example -H 'X-A: 1' -d hello`)).toEqual({
      uri: 'https://x.example',
      method: 'PUT',
      headers: [
        ['X-A', '1'],
        ['Content-Type', 'application/x-www-form-urlencoded'],
      ],
      body: 'hello',
      basicAuth: { status: 'ENABLED', username: 'bob', password: 'pw' },
      followRedirect: true,
      allowInsecureCerts: false,
    })
  })

  it('replaces the whole previous request', () => {
    expect(filled('curl https://x.example')).toMatchObject({
      headers: [],
      body: null,
      basicAuth: { status: 'DISABLED', username: '' },
      followRedirect: false,
      allowInsecureCerts: false,
    })
  })
})
