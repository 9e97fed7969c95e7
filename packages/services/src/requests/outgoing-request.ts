import type { EncryptedValue, SentRequest, StoredRequest } from '@knockwire/db/stored-json'
import type { Secrets } from '../secrets/secrets.ts'
import { fillReferences, fillUri } from '@knockwire/domain/definitions/secret-references'
import { encodeText } from '@knockwire/domain/charsets/encode-text'
import { contentTypeOf, hasHeader } from '@knockwire/domain/headers/read-headers'
import { masked } from '@knockwire/domain/headers/secret-headers'
import { headerProblem } from '@knockwire/domain/requests/header-problem'
import { sendsBody } from '@knockwire/domain/requests/request-rules'
import type { OutboundClient } from '@knockwire/outbound/create-client'
import type { OutboundRequest } from '@knockwire/outbound/request'
import { type SecretValues, UnusableSecret, valueIn } from './secret-values.ts'

const executionIdHeader = 'Knockwire-Execution-Id'

interface Filling {
  /** Of a request that refers to secrets. */
  values?: SecretValues | undefined
  /** Its body is as it is to be sent. */
  isBodyFilled?: boolean
  /** With that: whether it was filled with a secret. */
  hasSecretBody?: boolean
}

/**
 * Decrypts the secrets, fills in those of the account that it refers to, and adds what we send, unless the user wrote it. Throws where
 * a secret cannot be decrypted.
 *
 * @throws UnusableSecret where there is none by a name, or its value cannot stand where it is to be
 */
export const toOutbound = (
  request: StoredRequest,
  executionId: string,
  accountId: string,
  secrets: Secrets,
  filling: Filling = {},
): OutboundRequest => ({
  ...outboundWith(request, executionId, (encrypted) => secrets.decrypt(encrypted), fillerOf(request, filling)),
  partition: accountId,
})

/** What a reference becomes at each place; null where all is sent as it is written. */
const fillerOf = (
  { secretNames }: StoredRequest,
  { values = new Map(), isBodyFilled = false, hasSecretBody = false }: Filling,
): Filler | null => {
  if (secretNames === undefined) return null
  const valueOf = valueIn(values)
  return {
    hasSecretBody,
    uri: (text) => fillUri(text, valueOf),
    body: (text) => (isBodyFilled ? text : fillReferences(text, valueOf)),
    header: (name, text) => {
      const filled = fillReferences(text, valueOf)
      const problem = filled === text ? null : headerProblem(name, filled)
      if (problem) throw new UnusableSecret(`${problem.message} It has a secret in it.`)
      return filled
    },
    password: (text) => {
      const filled = fillReferences(text, valueOf)
      if (filled !== text && /\p{Cc}/u.test(filled))
        throw new UnusableSecret('The password has a secret with a line break or another control character in it.')
      return filled
    },
  }
}

interface Filler {
  hasSecretBody: boolean
  uri: (text: string) => string
  body: (text: string) => string
  header: (name: string, text: string) => string
  password: (text: string) => string
}

/** What the history shows of a request: every header that goes out, secrets masked. */
export const describeSent = (
  request: StoredRequest,
  executionId: string,
  client: Pick<OutboundClient, 'headersOf'>,
): SentRequest => {
  const outbound = outboundWith(request, executionId, () => masked)
  const isBasic = outbound.basicAuth !== undefined && !hasHeader(outbound.headers, 'authorization')
  const headers = client.headersOf(outbound)
  return {
    uri: request.uri,
    method: request.method,
    headers: isBasic ? headers.map(withBasicMasked) : headers,
    body: sendsBody(request.method) ? request.body : null,
  }
}

const withBasicMasked = ([name, value]: readonly [string, string]): readonly [string, string] =>
  name.toLowerCase() === 'authorization' ? [name, `Basic ${masked}`] : [name, value]

const outboundWith = (
  request: StoredRequest,
  executionId: string,
  decrypt: (encrypted: EncryptedValue) => string,
  filler: Filler | null = null,
): OutboundRequest => {
  const { method, basicAuth, followRedirect, allowInsecureCerts } = request
  const body = request.body !== null && filler ? filler.body(request.body) : request.body
  const secretHeaders = new Set<string>()
  const headers = request.headers.map(([name, value]) => {
    const text = typeof value === 'string' ? value : decrypt(value)
    const filled = filler ? filler.header(name, text) : text
    if (filled !== text) secretHeaders.add(name.toLowerCase())
    return [name, filled] as const
  })
  const password = basicAuth.password ? decrypt(basicAuth.password) : ''
  return {
    uri: filler ? filler.uri(request.uri) : request.uri,
    method,
    headers: hasHeader(headers, executionIdHeader) ? headers : [...headers, [executionIdHeader, executionId]],
    ...(body !== null && sendsBody(method) && { body: encodeText(body, contentTypeOf(headers)) ?? body }),
    ...(basicAuth.status === 'ENABLED' && {
      basicAuth: { username: basicAuth.username, password: filler ? filler.password(password) : password },
    }),
    ...(secretHeaders.size > 0 && { secretHeaders }),
    ...((body !== request.body || filler?.hasSecretBody) && { hasSecretBody: true }),
    followRedirect,
    allowInsecureCerts,
  }
}
