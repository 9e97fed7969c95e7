import type { Secrets } from '@knockwire/db/secrets'
import type { Sealed, StoredRequest } from '@knockwire/db/stored-request'
import type { RequestTargetInput, RequestTargetView } from '@knockwire/domain/requests/request-target'
import { namedHeaders } from './header-rules.ts'
import { isSecretHeader } from './secret-headers.ts'

/** As written by the user, whole; never for the wire. */
export type OpenRequest = RequestTargetInput

const mapValues = <T, U>(record: Record<string, T>, map: (value: T, name: string) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value, name)]))

/** Seals what is secret. Without a password the one kept before stays; an empty one removes it. */
export const sealRequest = (
  secrets: Secrets,
  target: RequestTargetInput,
  keptPassword: Sealed | null,
): StoredRequest => {
  const { basicAuth, headers, ...plain } = target
  return {
    ...plain,
    uri: plain.uri.trim(),
    headers: mapValues(namedHeaders(headers), (value, name) => (isSecretHeader(name) ? secrets.seal(value) : value)),
    basicAuth: {
      status: basicAuth.status,
      username: basicAuth.username,
      password: sealPassword(secrets, basicAuth.password, keptPassword),
    },
  }
}

const sealPassword = (secrets: Secrets, password: string | undefined, kept: Sealed | null) => {
  if (password === undefined) return kept
  return password === '' ? null : secrets.seal(password)
}

const openHeaders = (secrets: Secrets, headers: StoredRequest['headers']) =>
  mapValues(headers, (value) => (typeof value === 'string' ? value : secrets.open(value)))

export const openRequest = (secrets: Secrets, stored: StoredRequest): OpenRequest => {
  const { password, ...basicAuth } = stored.basicAuth
  return {
    ...stored,
    headers: openHeaders(secrets, stored.headers),
    basicAuth: password === null ? basicAuth : { ...basicAuth, password: secrets.open(password) },
  }
}

/** For its owner: headers are shown, the password never. */
export const presentRequest = (secrets: Secrets, stored: StoredRequest): RequestTargetView => ({
  ...stored,
  headers: openHeaders(secrets, stored.headers),
  basicAuth: {
    status: stored.basicAuth.status,
    username: stored.basicAuth.username,
    passwordSet: stored.basicAuth.password !== null,
  },
})
