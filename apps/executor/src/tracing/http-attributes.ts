/** A call, as the semantic conventions for HTTP clients describe it. */
interface HttpCall {
  uri: string
  method: string
  statusCode?: number | undefined
  redirects?: number | undefined
}

/** The address's origin alone: users keep keys in its path as well, as Slack's webhooks have them. */
export const httpClientAttributes = ({ uri, method, statusCode, redirects = 0 }: HttpCall) => {
  const url = URL.parse(uri)
  return {
    'http.request.method': method,
    ...(url && {
      'url.full': url.origin,
      'server.address': url.hostname,
      'server.port': Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
    }),
    'http.response.status_code': statusCode,
    'http.request.resend_count': redirects > 0 ? redirects : undefined,
  }
}
