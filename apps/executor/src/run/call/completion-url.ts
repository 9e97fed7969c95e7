import type { StoredRequest } from '@knockwire/db/stored-json'
import type { OutboundRequest } from '@knockwire/outbound/request'
import { completionHeader } from '@knockwire/domain/executions/completion-rules'

const placeholder = /\{\{\s*completion\.url\s*\}\}/g

/**
 * A request that tells its target the address that completes its execution: in a header, unless the user wrote that, and wherever
 * `{{ completion.url }}` stands in the URL, where it is percent-encoded, in values of headers and in the body.
 */
export const withCompletionUrl = (request: StoredRequest, url: string): StoredRequest => {
  const headers = request.headers.map(([name, value]): StoredRequest['headers'][number] => [
    name,
    typeof value === 'string' ? value.replaceAll(placeholder, () => url) : value,
  ])
  const isNotified = headers.some(([name]) => name.toLowerCase() === completionHeader.toLowerCase())
  return {
    ...request,
    uri: request.uri.replaceAll(placeholder, () => encodeURIComponent(url)),
    headers: isNotified ? headers : [...headers, [completionHeader, url]],
    body: request.body === null ? null : request.body.replaceAll(placeholder, () => url),
  }
}

/**
 * The decrypted request, with the address in values of headers that were encrypted as well. It stays with the origin that the task calls, as
 * a secret does.
 */
export const withinOrigin = (outbound: OutboundRequest, { body }: StoredRequest, url: string): OutboundRequest => {
  const headers = outbound.headers.map(([name, value]) => [name, value.replaceAll(placeholder, () => url)] as const)
  const names = headers.filter(([, value]) => value.includes(url)).map(([name]) => name.toLowerCase())
  return {
    ...outbound,
    headers,
    secretHeaders: new Set([...(outbound.secretHeaders ?? []), ...names]),
    ...(body?.includes(url) && { hasSecretBody: true }),
  }
}
