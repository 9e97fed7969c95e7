import { describe, expect, it } from 'vitest'
import { createSecrets, parseKeyring } from './secrets.ts'
import { decryptHeaders, encryptSecretHeaders, maskHeaders, storedHeadersOf, undecryptable } from './stored-headers.ts'

const secretsOf = (id: string, fill: number) =>
  createSecrets(parseKeyring(`${id}:${Buffer.alloc(32, fill).toString('base64')}`))
const secrets = secretsOf('a', 1)

const headers: [string, string][] = [
  ['Host', 'x'],
  ['Set-Cookie', 'session=1'],
  ['10', 'ten'],
  ['set-cookie', 'theme=dark'],
  ['9', 'nine'],
]
const maskedHeaders = headers.map(([name, value]) => [name, /cookie/i.test(name) ? '********' : value])

describe('stored headers', () => {
  it('keep order and duplicates, and nothing of a secret in the clear', () => {
    const stored = encryptSecretHeaders(headers, secrets)
    expect(JSON.stringify(stored)).not.toMatch(/session=1|theme=dark/)
    expect(stored.map(([name]) => name)).toEqual(headers.map(([name]) => name))
    expect(decryptHeaders(JSON.parse(JSON.stringify(stored)), secrets)).toEqual(headers)
    expect(maskHeaders(stored)).toEqual(maskedHeaders)
  })

  it('are as they came where nothing is secret', () => {
    const plain = [['Accept', '*/*']] as const
    expect(encryptSecretHeaders(plain, secrets)).toBe(plain)
  })

  it('are read where an earlier version kept names and values by turns, and masked', () => {
    expect(storedHeadersOf(headers.flat())).toEqual(headers)
    expect(maskHeaders(headers.flat())).toEqual(maskedHeaders)
    expect(decryptHeaders([], secrets)).toEqual([])
  })

  it('are read where an earlier version kept an object', () => {
    const kept = { accept: '*/*', authorization: secrets.encrypt('Bearer 1') }
    expect(decryptHeaders(kept, secrets)).toEqual([
      ['accept', '*/*'],
      ['authorization', 'Bearer 1'],
    ])
    expect(maskHeaders({ 'set-cookie': 'a=1' })).toEqual([['set-cookie', '********']])
  })

  it('are read but for what was encrypted with a key that is gone', () => {
    const stored = encryptSecretHeaders(headers, secretsOf('gone', 2))
    expect(decryptHeaders(stored, secrets).map(([, value]) => value)).toEqual([
      'x',
      undecryptable,
      'ten',
      undecryptable,
      'nine',
    ])
  })
})
