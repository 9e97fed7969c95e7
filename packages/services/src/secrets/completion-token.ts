import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Keyring } from './secrets.ts'

export interface CompletionTokens {
  /** What the address that completes an execution ends with. */
  issue: (executionId: string) => string
  /** The execution; null where the token was not issued under one of our keys. Nothing is looked up for that. */
  read: (token: string) => string | null
}

const signingKey = (key: Buffer): Buffer => Buffer.from(hkdfSync('sha256', key, '', 'completion', 32))

const tokenPattern = /^([\w-]+)\.([\da-f]{32})\.([\w-]{43})$/

/** `{key id}.{execution}.{signature}`, signed with keys that are made from the keyring's for this alone. */
export const createCompletionTokens = ({ current, keys }: Keyring): CompletionTokens => {
  const signingKeys = new Map(Object.entries(keys).map(([id, key]) => [id, signingKey(key)]))
  const sign = (keyId: string, text: string): Buffer | null => {
    const key = signingKeys.get(keyId)
    return key === undefined ? null : createHmac('sha256', key).update(`${keyId}.${text}`).digest()
  }
  return {
    issue: (executionId) => {
      const text = executionId.replaceAll('-', '')
      const signature = sign(current, text)
      if (signature === null) throw new Error('The keyring has no current key.')
      return `${current}.${text}.${signature.toString('base64url')}`
    },
    read: (token) => {
      const [, keyId = '', text = '', signature = ''] = tokenPattern.exec(token) ?? []
      const expected = sign(keyId, text)
      const given = Buffer.from(signature, 'base64url')
      if (expected === null || expected.length !== given.length || !timingSafeEqual(expected, given)) return null
      return text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    },
  }
}
