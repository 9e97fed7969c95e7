import type { SentRequest } from '@knockwire/db/sent-request'
import type { Secrets } from '@knockwire/db/secrets'
import type { Sealed, StoredRequest } from '@knockwire/db/stored-request'
import { sendsBody } from '@knockwire/domain/requests/request-target'
import type { OutboundRequest } from '@knockwire/outbound/request'

const executionIdHeader = 'Knockwire-Execution-Id'

/** Stands in the history where a secret was sent. */
const mask = '********'

/** Opens what is sealed and adds what we send, unless the user wrote it. */
export const toOutbound = (
  request: StoredRequest,
  executionId: string,
  accountId: string,
  secrets: Secrets,
): OutboundRequest => {
  const { basicAuth, body } = request
  const headers = withOurs(request, executionId, (sealed) => secrets.open(sealed))
  return {
    uri: request.uri,
    method: request.method,
    headers,
    ...(body !== null && sendsBody(request.method) && { body }),
    ...(basicAuth.status === 'ENABLED' && {
      basicAuth: { username: basicAuth.username, password: basicAuth.password ? secrets.open(basicAuth.password) : '' },
    }),
    followRedirect: request.followRedirect,
    allowInsecureCerts: request.allowInsecureCerts,
    partition: accountId,
  }
}

/** What the history shows of a request. */
export const describeSent = (request: StoredRequest, executionId: string): SentRequest => {
  const headers = withOurs(request, executionId, () => mask)
  if (request.basicAuth.status === 'ENABLED' && !hasHeader(headers, 'authorization'))
    headers['Authorization'] = `Basic ${mask}`
  return { uri: request.uri, method: request.method, headers, body: sendsBody(request.method) ? request.body : null }
}

const withOurs = (request: StoredRequest, executionId: string, open: (sealed: Sealed) => string) => {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(request.headers))
    headers[name] = typeof value === 'string' ? value : open(value)
  if (!hasHeader(headers, executionIdHeader.toLowerCase())) headers[executionIdHeader] = executionId
  return headers
}

const hasHeader = (headers: Record<string, string>, lowerName: string) => {
  for (const name in headers) if (name.toLowerCase() === lowerName) return true
  return false
}
