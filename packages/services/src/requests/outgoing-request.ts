import type { EncryptedValue, SentRequest, StoredRequest } from '@knockwire/db/stored-json'
import type { Secrets } from '../secrets/secrets.ts'
import { encodeText } from '@knockwire/domain/charsets/encode-text'
import { contentTypeOf, hasHeader } from '@knockwire/domain/headers/read-headers'
import { masked } from '@knockwire/domain/headers/secret-headers'
import { sendsBody } from '@knockwire/domain/requests/request-rules'
import type { OutboundClient } from '@knockwire/outbound/create-client'
import type { OutboundRequest } from '@knockwire/outbound/request'

const executionIdHeader = 'Knockwire-Execution-Id'

/** Decrypts the secrets and adds what we send, unless the user wrote it. Throws where a secret cannot be decrypted. */
export const toOutbound = (
  request: StoredRequest,
  executionId: string,
  accountId: string,
  secrets: Secrets,
): OutboundRequest => ({
  ...outboundWith(request, executionId, (encrypted) => secrets.decrypt(encrypted)),
  partition: accountId,
})

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
): OutboundRequest => {
  const { uri, method, basicAuth, body, followRedirect, allowInsecureCerts } = request
  const headers = request.headers.map(
    ([name, value]) => [name, typeof value === 'string' ? value : decrypt(value)] as const,
  )
  return {
    uri,
    method,
    headers: hasHeader(headers, executionIdHeader) ? headers : [...headers, [executionIdHeader, executionId]],
    ...(body !== null && sendsBody(method) && { body: encodeText(body, contentTypeOf(headers)) ?? body }),
    ...(basicAuth.status === 'ENABLED' && {
      basicAuth: { username: basicAuth.username, password: basicAuth.password ? decrypt(basicAuth.password) : '' },
    }),
    followRedirect,
    allowInsecureCerts,
  }
}
