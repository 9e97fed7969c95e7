import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { EncryptedValue } from '@knockwire/db/stored-json'

export interface Keyring {
  /** The id of the key that encrypts; the others only decrypt what they encrypted. */
  current: string
  keys: Record<string, Buffer>
}

/** Seals what must not be readable in the database. */
export interface Secrets {
  encrypt: (text: string) => EncryptedValue
  /** Throws where the value was changed, or where its key is not in the keyring. */
  decrypt: (encrypted: EncryptedValue) => string
}

const algorithm = 'aes-256-gcm'
const keyBytes = 32
const ivBytes = 12
const tagBytes = 16

/** AES-256-GCM with the key's id as additional data and the tag behind the ciphertext. */
export const createSecrets = ({ current, keys }: Keyring): Secrets => {
  const keyOf = (id: string): Buffer => {
    const key = Object.hasOwn(keys, id) ? keys[id] : undefined
    if (!key) throw new Error(`ENCRYPTION_KEY has no key "${id}", under which a stored secret was encrypted.`)
    return key
  }
  keyOf(current)
  return {
    encrypt: (text) => {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv(algorithm, keyOf(current), iv).setAAD(Buffer.from(current))
      const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return { k: current, iv: iv.toString('base64'), data: data.toString('base64') }
    },
    decrypt: ({ k, iv, data }) => {
      const bytes = Buffer.from(data, 'base64')
      const decipher = createDecipheriv(algorithm, keyOf(k), Buffer.from(iv, 'base64'), { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(k)).setAuthTag(bytes.subarray(-tagBytes))
      return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]).toString('utf8')
    },
  }
}

/** The id of a key that is given without one. */
const onlyKeyId = '1'

const explanation =
  'ENCRYPTION_KEY must be 32 bytes in base64 (make one with: openssl rand -base64 32), ' +
  'or a list of them, "id:base64,id:base64", the first of which is the current one.'

const parseEntry = (entry: string): [id: string, key: Buffer] => {
  const colon = entry.indexOf(':')
  const id = colon < 0 ? onlyKeyId : entry.slice(0, colon).trim()
  const text = entry.slice(colon + 1).trim()
  const key = Buffer.from(text, 'base64')
  if (!/^[\w-]+$/.test(id) || !/^[A-Za-z0-9+/_-]+=*$/.test(text) || key.length !== keyBytes)
    throw new Error(explanation)
  return [id, key]
}

/** Reads ENCRYPTION_KEY: `id:base64[,id:base64…]`, the current key first, or one bare base64 key. */
export const parseKeyring = (text: string): Keyring => {
  const entries = text.split(',').map(parseEntry)
  const [first] = entries
  const keys = Object.fromEntries(entries)
  if (!first || Object.keys(keys).length < entries.length) throw new Error(explanation)
  return { current: first[0], keys }
}
