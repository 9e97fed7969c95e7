import type { Secrets } from '../secrets/secrets.ts'
import { hasReference, secretNamesIn } from '@knockwire/domain/definitions/secret-references'
import { decryptHeaders, encryptSecretHeaders, maskHeaders } from '../secrets/stored-headers.ts'
import type { EncryptedValue, StoredRequest } from '@knockwire/db/stored-json'
import type { RequestTargetInput, RequestTargetView } from '@knockwire/domain/requests/request-target'
import { namedHeaders } from './check-request.ts'

/** As written by the user, whole; never for the wire. */
export type DecryptedRequest = RequestTargetInput

const normalize = <Target extends RequestTargetInput>(target: Target): Target => ({
  ...target,
  uri: target.uri.trim(),
  headers: namedHeaders(target.headers),
})

/** What `encryptRequest` stores in place of `stored`, in the clear: to be checked and compared before it is encrypted. */
export const requestAfterSave = (target: RequestTargetInput, stored: DecryptedRequest): DecryptedRequest => {
  const { password = stored.basicAuth.password, ...basicAuth } = target.basicAuth
  return { ...normalize(target), basicAuth: password ? { ...basicAuth, password } : basicAuth }
}

/** Encrypts what is secret. Without a password the one kept before stays; an empty one removes it. */
export const encryptRequest = (
  secrets: Secrets,
  target: RequestTargetInput,
  keptPassword: EncryptedValue | null,
): StoredRequest => {
  const { basicAuth, headers, ...plain } = normalize(target)
  const secretNames = referencesOf({ ...plain, headers }, basicAuth.password ?? readable(secrets, keptPassword))
  return {
    ...plain,
    ...(secretNames && { secretNames }),
    headers: encryptSecretHeaders(headers, secrets),
    basicAuth: {
      status: basicAuth.status,
      username: basicAuth.username,
      password: encryptPassword(secrets, basicAuth.password, keptPassword),
    },
  }
}

/** Null where all is sent as it is written, so that nothing is looked for when it is sent. */
const referencesOf = ({ uri, headers, body }: Pick<DecryptedRequest, 'uri' | 'headers' | 'body'>, password: string) => {
  const texts = [uri, ...headers.map(([, value]) => value), body ?? '', password]
  return texts.some(hasReference) ? secretNamesIn(texts) : null
}

/** A value whose key is not in the keyring any more can be kept, and has no reference that could be found. */
const readable = (secrets: Secrets, kept: EncryptedValue | null): string => {
  if (kept === null) return ''
  try {
    return secrets.decrypt(kept)
  } catch {
    return ''
  }
}

const encryptPassword = (secrets: Secrets, password: string | undefined, kept: EncryptedValue | null) => {
  if (password === undefined) return kept
  return password === '' ? null : secrets.encrypt(password)
}

export const decryptRequest = (secrets: Secrets, stored: StoredRequest): DecryptedRequest => {
  const { password, ...basicAuth } = stored.basicAuth
  const { secretNames: _, ...shown } = stored
  return {
    ...shown,
    headers: decryptHeaders(stored.headers, secrets),
    basicAuth: password === null ? basicAuth : { ...basicAuth, password: secrets.decrypt(password) },
  }
}

/** For its owner: headers are shown, the password never. Without `secrets`, headers that are likely secrets are masked. */
export const viewRequest = (secrets: Secrets | null, request: StoredRequest): RequestTargetView => {
  const { secretNames: _, ...stored } = request
  return {
    ...stored,
    headers: secrets === null ? maskHeaders(stored.headers) : decryptHeaders(stored.headers, secrets),
    basicAuth: {
      status: stored.basicAuth.status,
      username: stored.basicAuth.username,
      passwordSet: stored.basicAuth.password !== null,
    },
  }
}
