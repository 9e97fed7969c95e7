import type { RequestTargetInput } from '@knockwire/domain/requests/request-target'
import { describe, expect, it } from 'vitest'
import { createSecrets, parseKeyring } from '../secrets/secrets.ts'
import { decryptRequest, encryptRequest, requestAfterSave, viewRequest } from './stored-request.ts'

const secrets = createSecrets(parseKeyring(`a:${Buffer.alloc(32, 1).toString('base64')}`))
const target: RequestTargetInput = {
  uri: ' https://example.com/ ',
  method: 'POST',
  headers: [
    ['Authorization', 'Bearer secret'],
    ['', 'dropped'],
  ],
  body: 'text',
  basicAuth: { status: 'ENABLED', username: 'ada', password: 'pass' },
  followRedirect: true,
  allowInsecureCerts: false,
}
const withPassword = (password?: string): RequestTargetInput => ({
  ...target,
  basicAuth: { status: 'ENABLED', username: 'ada', ...(password !== undefined && { password }) },
})

describe('a stored request', () => {
  it('comes back whole, and nothing of a secret is stored in the clear', () => {
    const stored = encryptRequest(secrets, target, null)
    expect(JSON.stringify(stored)).not.toMatch(/Bearer secret|pass"/)
    expect(decryptRequest(secrets, stored)).toEqual({
      ...target,
      uri: 'https://example.com/',
      headers: [['Authorization', 'Bearer secret']],
    })
  })

  it('keeps the password that it had, unless another or none is given', () => {
    const kept = secrets.encrypt('kept')
    expect(encryptRequest(secrets, withPassword(), kept).basicAuth.password).toBe(kept)
    expect(encryptRequest(secrets, withPassword(), null).basicAuth.password).toBeNull()
    expect(encryptRequest(secrets, withPassword(''), kept).basicAuth.password).toBeNull()
    const changed = encryptRequest(secrets, withPassword('new'), kept)
    expect(decryptRequest(secrets, changed).basicAuth.password).toBe('new')
  })

  it.each<[string, string | undefined, string | null]>([
    ['a new password', 'new', 'kept'],
    ['no password given, and one kept', undefined, 'kept'],
    ['no password given or kept', undefined, null],
    ['an empty password', '', 'kept'],
  ])('is known in the clear before it is encrypted: %s', (_what, password, kept) => {
    const sent = withPassword(password)
    const before = encryptRequest(secrets, withPassword(kept ?? ''), null)
    const after = encryptRequest(secrets, sent, before.basicAuth.password)
    expect(requestAfterSave(sent, decryptRequest(secrets, before))).toStrictEqual(decryptRequest(secrets, after))
  })

  it('has no password where none was kept', () => {
    const stored = encryptRequest(secrets, withPassword(), null)
    expect(decryptRequest(secrets, stored).basicAuth).toEqual({ status: 'ENABLED', username: 'ada' })
  })

  it('is shown to its owner with its headers, and of the password only whether there is one', () => {
    const { headers, basicAuth } = viewRequest(secrets, encryptRequest(secrets, target, null))
    expect(headers).toEqual([['Authorization', 'Bearer secret']])
    expect(basicAuth).toEqual({ status: 'ENABLED', username: 'ada', passwordSet: true })
    const without = viewRequest(secrets, encryptRequest(secrets, withPassword(''), null))
    expect(without.basicAuth).toEqual({ status: 'ENABLED', username: 'ada', passwordSet: false })
  })
})
