import type { FieldErrors } from '@knockwire/domain/errors'
import type { RequestTargetInput } from '@knockwire/domain/requests/request-target'
import type { UriVerdict } from '@knockwire/outbound/url-rules'
import { checkHeaders, namedHeaders } from './header-rules.ts'

const controlCharacter = /\p{Cc}/u

/** What keeps the request from being made, by the editor's field names. `password`: the one that would be sent. */
export const checkRequest = (target: RequestTargetInput, checkUri: (uri: string) => UriVerdict): FieldErrors => {
  const faults = {
    requestUrl: checkUrl(target.uri, checkUri),
    requestHeaders: checkHeaders(namedHeaders(target.headers)),
    ...(target.basicAuth.status === 'ENABLED' && {
      requestBasicAuthUsername: checkUsername(target.basicAuth.username),
      requestBasicAuthPassword: checkPassword(target.basicAuth.password ?? ''),
    }),
  }
  return Object.fromEntries(Object.entries(faults).filter((entry): entry is [string, string] => entry[1] !== null))
}

const checkUrl = (uri: string, checkUri: (uri: string) => UriVerdict) => {
  if (/^\s*(https?:\/*)?\s*$/i.test(uri)) return 'Please enter the URL to call.'
  const verdict = checkUri(uri)
  return verdict.ok ? null : verdict.message
}

const checkUsername = (username: string) => {
  if (username === '') return 'Please enter a user name.'
  if (username.includes(':')) return 'A user name for basic authentication cannot hold a colon.'
  return controlCharacter.test(username) ? 'A user name cannot hold line breaks or other control characters.' : null
}

const checkPassword = (password: string) => {
  if (password === '') return 'Please enter a password.'
  return controlCharacter.test(password) ? 'A password cannot hold line breaks or other control characters.' : null
}
