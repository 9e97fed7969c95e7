import type { Secrets } from '@knockwire/services/secrets/secrets'
import { decryptHeaders, encryptSecretHeaders } from '@knockwire/services/secrets/stored-headers'
import type { EncryptedValue, StoredRequest } from '@knockwire/db/stored-json'
import type { RequestTargetInput, RequestTargetView } from '@knockwire/domain/requests/request-target'
import { namedHeaders } from './header-rules.ts'

/** As written by the user, whole; never for the wire. */
export type OpenRequest = RequestTargetInput

/** Seals what is secret. Without a password the one kept before stays; an empty one removes it. */
export const sealRequest = (
  secrets: Secrets,
  target: RequestTargetInput,
  keptPassword: EncryptedValue | null,
): StoredRequest => {
  const { basicAuth, headers, ...plain } = target
  return {
    ...plain,
    uri: plain.uri.trim(),
    headers: encryptSecretHeaders(namedHeaders(headers), secrets),
    basicAuth: {
      status: basicAuth.status,
      username: basicAuth.username,
      password: sealPassword(secrets, basicAuth.password, keptPassword),
    },
  }
}

const sealPassword = (secrets: Secrets, password: string | undefined, kept: EncryptedValue | null) => {
  if (password === undefined) return kept
  return password === '' ? null : secrets.seal(password)
}

export const openRequest = (secrets: Secrets, stored: StoredRequest): OpenRequest => {
  const { password, ...basicAuth } = stored.basicAuth
  return {
    ...stored,
    headers: decryptHeaders(stored.headers, secrets),
    basicAuth: password === null ? basicAuth : { ...basicAuth, password: secrets.open(password) },
  }
}

/** For its owner: headers are shown, the password never. */
export const presentRequest = (secrets: Secrets, stored: StoredRequest): RequestTargetView => ({
  ...stored,
  headers: decryptHeaders(stored.headers, secrets),
  basicAuth: {
    status: stored.basicAuth.status,
    username: stored.basicAuth.username,
    passwordSet: stored.basicAuth.password !== null,
  },
})
