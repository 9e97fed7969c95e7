import type { StoredRequest } from '@knockwire/db/stored-json'
import { createOutboundClient } from '@knockwire/outbound/create-client'
import { afterAll, describe, expect, it } from 'vitest'
import { createSecrets, parseKeyring } from '../secrets/secrets.ts'
import { describeSent, toOutbound } from './outgoing-request.ts'

const secrets = createSecrets(parseKeyring(`a:${Buffer.alloc(32, 1).toString('base64')}`))
const client = createOutboundClient({ allowCidrs: [], userAgent: 'Knockwire/test' })
afterAll(() => client.close())

const request: StoredRequest = {
  uri: 'https://example.com/a',
  method: 'POST',
  headers: [
    ['Accept', '*/*'],
    ['X-Api-Key', secrets.encrypt('key')],
  ],
  body: 'text',
  basicAuth: { status: 'DISABLED', username: 'ada', password: secrets.encrypt('pass') },
  followRedirect: true,
  allowInsecureCerts: false,
}
const enabled = { ...request.basicAuth, status: 'ENABLED' as const }
const outboundOf = (changes: Partial<StoredRequest> = {}) =>
  toOutbound({ ...request, ...changes }, 'execution-1', 'account-1', secrets)
const sentOf = (changes: Partial<StoredRequest> = {}) => describeSent({ ...request, ...changes }, 'execution-1', client)

describe('a request that goes out', () => {
  it('has its body in the charset that its type names', () => {
    const headers = [['Content-Type', 'text/plain; charset=iso-8859-1']] as const
    expect(Buffer.from(outboundOf({ headers, body: 'café' }).body ?? '')).toEqual(Buffer.from('café', 'latin1'))
    expect(outboundOf({ body: 'café' }).body).toBe('café')
  })

  it('has its secrets, the id of its execution, and belongs to its account', () => {
    expect(outboundOf()).toEqual({
      uri: 'https://example.com/a',
      method: 'POST',
      headers: [
        ['Accept', '*/*'],
        ['X-Api-Key', 'key'],
        ['Knockwire-Execution-Id', 'execution-1'],
      ],
      body: 'text',
      followRedirect: true,
      allowInsecureCerts: false,
      partition: 'account-1',
    })
  })

  it('keeps the id that the user wrote', () => {
    const headers = [['knockwire-execution-id', 'mine']] as const
    expect(outboundOf({ headers }).headers).toEqual(headers)
  })

  it('has no body where there is none, or its method sends none', () => {
    expect(outboundOf({ body: null })).not.toHaveProperty('body')
    expect(outboundOf({ method: 'GET' })).not.toHaveProperty('body')
  })

  it('has basic authentication where that is on, also without a password', () => {
    expect(outboundOf({ basicAuth: enabled }).basicAuth).toEqual({ username: 'ada', password: 'pass' })
    expect(outboundOf({ basicAuth: { ...enabled, password: null } }).basicAuth).toEqual({
      username: 'ada',
      password: '',
    })
  })
})

describe('what the history shows of a request', () => {
  it('is every header that goes out, with its secrets masked', () => {
    expect(sentOf()).toEqual({
      uri: 'https://example.com/a',
      method: 'POST',
      headers: [
        ['host', 'example.com'],
        ['connection', 'keep-alive'],
        ['Accept', '*/*'],
        ['X-Api-Key', '********'],
        ['Knockwire-Execution-Id', 'execution-1'],
        ['User-Agent', 'Knockwire/test'],
        ['content-length', '4'],
      ],
      body: 'text',
    })
  })

  it('is no body where the method sends none', () => expect(sentOf({ method: 'GET' }).body).toBeNull())

  it('masks basic authentication, and leaves an Authorization header of the user as it is', () => {
    const plain = sentOf().headers
    expect(sentOf({ basicAuth: enabled }).headers).toEqual([
      ...plain.slice(0, -1),
      ['Authorization', 'Basic ********'],
      ...plain.slice(-1),
    ])
    const headers = [['authorization', 'Token of the user']] as const
    expect(sentOf({ basicAuth: enabled, headers }).headers).toContainEqual(headers[0])
    expect(sentOf({ headers }).headers).toContainEqual(headers[0])
  })
})
