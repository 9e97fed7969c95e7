/**
 * Headers of one connection (RFC 9110 section 7.6.1), and those that say how a request is framed or whom it is for: who opens
 * a connection writes them, and they are never handed on.
 */
export const connectionHeaders: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
