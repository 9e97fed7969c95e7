import type { HeaderList, ReadonlyHeaderList } from '@knockwire/domain/headers/header-list'
import { isSecretHeader, masked } from '@knockwire/domain/headers/secret-headers'
import { headerPairs } from '@knockwire/domain/headers/read-headers'
import type { Secrets } from './secrets.ts'
import type { EncryptedValue, KeptHeaders, StoredHeaders, StoredValue } from '@knockwire/db/stored-json'

export const storedHeadersOf = (kept: KeptHeaders): StoredHeaders => {
  if (isObject(kept)) return Object.entries(kept)
  return isByTurns(kept) ? headerPairs(kept) : kept
}

const isObject = (kept: KeptHeaders): kept is Readonly<Record<string, StoredValue>> => !Array.isArray(kept)
const isByTurns = (kept: StoredHeaders | readonly string[]): kept is readonly string[] => typeof kept[0] === 'string'

/** For storing headers that came in, or that a user wrote. */
export const encryptSecretHeaders = (headers: ReadonlyHeaderList, secrets: Secrets): StoredHeaders =>
  headers.some(([name]) => isSecretHeader(name))
    ? headers.map(([name, value]) => [name, isSecretHeader(name) ? secrets.encrypt(value) : value])
    : headers

/** In place of a value whose key is not in the keyring any more: the others can be read all the same. */
export const undecryptable = '(encrypted with a key that this server does not have)'

export const decryptHeaders = (kept: KeptHeaders, secrets: Secrets): HeaderList =>
  storedHeadersOf(kept).map(([name, value]) => [name, typeof value === 'string' ? value : decrypt(value, secrets)])

const decrypt = (value: EncryptedValue, secrets: Secrets) => {
  try {
    return secrets.decrypt(value)
  } catch {
    return undecryptable
  }
}

/** For the screen: masks also what an earlier version kept in the clear. */
export const maskHeaders = (kept: KeptHeaders): HeaderList =>
  storedHeadersOf(kept).map(([name, value]) => [
    name,
    typeof value !== 'string' || isSecretHeader(name) ? masked : value,
  ])
