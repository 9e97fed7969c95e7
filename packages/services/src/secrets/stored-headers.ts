import type { HeaderList, ReadonlyHeaderList } from '@knockwire/domain/headers/header-list'
import { isSecretHeader, masked } from '@knockwire/domain/headers/secret-headers'
import type { Secrets } from './secrets.ts'
import type { EncryptedValue, StoredHeaders } from '@knockwire/db/stored-json'

/** For storing headers that came in, or that a user wrote. */
export const encryptSecretHeaders = (headers: ReadonlyHeaderList, secrets: Secrets): StoredHeaders =>
  headers.some(([name]) => isSecretHeader(name))
    ? headers.map(([name, value]) => [name, isSecretHeader(name) ? secrets.encrypt(value) : value])
    : headers

/** In place of a value whose key is not in the keyring any more: the others can be read all the same. */
export const undecryptable = '(encrypted with a key that this server does not have)'

export const decryptHeaders = (stored: StoredHeaders, secrets: Secrets): HeaderList =>
  stored.map(([name, value]) => [name, typeof value === 'string' ? value : decrypt(value, secrets)])

const decrypt = (value: EncryptedValue, secrets: Secrets) => {
  try {
    return secrets.decrypt(value)
  } catch {
    return undecryptable
  }
}

/** For the screen. By the name also: what counts as a secret may have changed since it was stored. */
export const maskHeaders = (stored: StoredHeaders): HeaderList =>
  stored.map(([name, value]) => [name, typeof value !== 'string' || isSecretHeader(name) ? masked : value])
