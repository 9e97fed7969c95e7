import { describe, expect, it } from 'vitest'
import { createSecrets, parseKeyring } from './secrets.ts'
import { decryptHeaders, encryptSecretHeaders, maskHeaders, undecryptable } from './stored-headers.ts'

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

  it('are masked by their names also where a value was stored in the clear', () => {
    expect(maskHeaders(headers)).toEqual(maskedHeaders)
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
