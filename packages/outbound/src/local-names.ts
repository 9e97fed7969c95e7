const names: ReadonlySet<string> = new Set(['localhost', 'metadata', 'internal', 'kubernetes'])
const suffixes = ['.localhost', '.internal', '.cluster.local', '.svc']

/** Names that mean something inside a network only. `host` is lower-case and without a final dot. */
export const isLocalName = (host: string) => names.has(host) || suffixes.some((suffix) => host.endsWith(suffix))

/** RFC 6761: never a question to a DNS server. */
export const loopbackAddresses = ['127.0.0.1', '::1']

export const isLocalhost = (host: string) => host === 'localhost' || host.endsWith('.localhost')
