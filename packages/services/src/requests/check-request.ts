import type { FieldErrors } from '@knockwire/domain/errors'
import type { HeaderList, ReadonlyHeaderList } from '@knockwire/domain/headers/header-list'
import { decidesServer, fillUri, hasReference } from '@knockwire/domain/definitions/secret-references'
import { encodingProblem } from '@knockwire/domain/charsets/encode-text'
import { contentTypeOf } from '@knockwire/domain/headers/read-headers'
import { sendsBody } from '@knockwire/domain/requests/request-rules'
import { headerProblem } from '@knockwire/domain/requests/header-problem'
import type { RequestTargetInput } from '@knockwire/domain/requests/request-target'
import type { UriVerdict } from '@knockwire/outbound/url-rules'

/** Rows without a name are dropped, as the editor does. */
export const namedHeaders = (headers: ReadonlyHeaderList): HeaderList =>
  headers.map(([name, value]): [string, string] => [name.trim(), value]).filter(([name]) => name !== '')

/** What keeps the headers from being sent, in one sentence; null where nothing does. */
const checkHeaders = (headers: ReadonlyHeaderList): string | null => {
  for (const [name, value] of headers) {
    const problem = headerProblem(name, value)
    if (problem !== null) return problem.message
  }
  return null
}

const controlCharacter = /\p{Cc}/u

/** What keeps the request from being made, by the editor's field names. `password`: the one that would be sent. */
export const checkRequest = (target: RequestTargetInput, checkUri: (uri: string) => UriVerdict): FieldErrors => {
  const problems = {
    requestUrl: checkUrl(target.uri, checkUri),
    requestHeaders: checkHeaders(namedHeaders(target.headers)),
    requestBody: checkBody(target),
    ...(target.basicAuth.status === 'ENABLED' && {
      requestBasicAuthUsername: checkUsername(target.basicAuth.username),
      requestBasicAuthPassword: checkPassword(target.basicAuth.password ?? ''),
    }),
  }
  return Object.fromEntries(Object.entries(problems).filter((entry): entry is [string, string] => entry[1] !== null))
}

/** What goes out as it is written has to be in the charset that its content type names. */
const checkBody = ({ method, body, headers }: RequestTargetInput): string | null =>
  body === null || !sendsBody(method) ? null : encodingProblem(body, contentTypeOf(headers))

const checkUrl = (uri: string, checkUri: (uri: string) => UriVerdict) => {
  if (/^(https?:\/*)?$/i.test(uri.trim())) return 'Enter the URL to call.'
  if (hasReference(uri) && decidesServer(uri))
    return 'A secret can stand in the path and the query of a URL, and not before them.'
  const verdict = checkUri(fillUri(uri, () => 'secret'))
  return verdict.ok ? null : verdict.message
}

const checkUsername = (username: string) => {
  if (username === '') return 'Enter a username.'
  if (username.includes(':')) return 'A username cannot contain a colon.'
  return controlCharacter.test(username) ? 'A username cannot contain line breaks or other control characters.' : null
}

const checkPassword = (password: string) => {
  if (password === '') return 'Enter a password.'
  return controlCharacter.test(password) ? 'A password cannot contain line breaks or other control characters.' : null
}
