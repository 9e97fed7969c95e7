/** What may be taken of the memory at once. */
export interface MemoryLimits {
  /** Bytes of requests and answers in flight. */
  bytesInFlight: number
  connections: number
  /** Of one address, or of one IPv6 network. */
  connectionsByNetwork: number
}

const MiB = 1024 ** 2

const mostBytesInFlight = 256 * MiB
const mostConnections = 20_000

/**
 * What a connection takes at worst before its request is whole and counted: 64 KiB of headers that do not end, and the
 * strings that 500 of them are kept in.
 */
const connectionBytes = 96 * 1024

/**
 * A third of the memory each for requests in flight, for connections, and for the process itself with its heap: 768 MiB,
 * the chart's limit, leave 256 MiB for each. No address takes more than a quarter of the connections.
 */
export const memoryLimitsOf = (memoryBytes: number): MemoryLimits => {
  const third = Math.floor(memoryBytes / 3)
  const connections = Math.max(4, Math.min(mostConnections, Math.floor(third / connectionBytes)))
  return {
    bytesInFlight: Math.min(mostBytesInFlight, third),
    connections,
    connectionsByNetwork: Math.ceil(connections / 4),
  }
}
