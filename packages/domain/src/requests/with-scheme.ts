/** A host with an optional port, then a path, a query or nothing; a name has a dot, or is this machine's. */
const bareAddress =
  /^(?<host>localhost|\[[\da-f:.]+\]|(?:[\p{L}\p{N}_](?:[\p{L}\p{N}_-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]+)(?::\d{1,5})?(?:[/?#]|$)/iu

/** Names and networks that certificates are seldom issued for. */
const localHost =
  /^(localhost|.+\.(localhost|local|internal|test)|127\..+|10\..+|192\.168\..+|172\.(1[6-9]|2\d|3[01])\..+|0\.0\.0\.0|\[::1\]|\[f[cd].+\])$/i

/**
 * An address as one pastes it, with its scheme: `http` for this machine and private networks, `https` otherwise. Text that
 * has a scheme, or that is no whole address yet, stays as it is.
 */
export function withScheme(text: string): string {
  const address = text.trim().replace(/^\/\//, '')
  const host = bareAddress.exec(address)?.groups?.['host']
  if (host === undefined) return text
  return `${localHost.test(host) ? 'http' : 'https'}://${address}`
}
