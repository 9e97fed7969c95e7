import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Keyring } from '@knockwire/services/secrets/secrets'

const hash = (key: Buffer, text: string): string => createHmac('sha256', key).update(text).digest('hex')

/** HMAC-SHA-256 in hex, under the keyring's current key. */
export const keyedHash = ({ current, keys }: Keyring, text: string): string => {
  const key = keys[current]
  if (key === undefined) throw new Error('The keyring has no current key.')
  return hash(key, text)
}

/** The same under each key of the keyring: what was hashed before the keys were rotated, or by a process that still has the old keys. */
export const keyedHashes = ({ keys }: Keyring, text: string): string[] =>
  Object.values(keys).map((key) => hash(key, text))

/** Compares in a time that does not depend on where the two differ. */
export const isSameHash = (left: string, right: string): boolean => {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
