const names: ReadonlySet<string> = new Set(['localhost', 'metadata', 'internal', 'kubernetes'])
const suffixes = ['.localhost', '.internal', '.cluster.local', '.svc']

/** Names that mean something inside a network only. `host` is lower-case and without a final dot. */
export const isLocalName = (host: string) => names.has(host) || suffixes.some((suffix) => host.endsWith(suffix))

export const isLocalhost = (host: string) => host === 'localhost' || host.endsWith('.localhost')
