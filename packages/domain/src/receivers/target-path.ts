/** What stands before the path where a client writes the whole URL, as to a proxy. */
const origin = /^https?:\/\/[^/?#]*/i

/**
 * The path and query of what a request line names. A host that a sender writes there is not the receiver's, and anyone who
 * copied the address would call it.
 */
export const targetPath = (target: string): string => (target.startsWith('/') ? target : target.replace(origin, ''))
