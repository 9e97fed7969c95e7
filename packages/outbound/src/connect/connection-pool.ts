import type { Connection } from './connection.ts'

/** A server may close a kept connection as the next request is in flight; so soon after use none does. */
const safeForAnyMethodMs = 1_000

/**
 * Connections between two calls. One that is in use belongs to its call alone and is not in here,
 * so what this holds is bounded whatever number of targets is called.
 */
export class ConnectionPool {
  readonly #maxIdle: number
  readonly #byKey = new Map<string, Connection[]>()
  /** In the order of their last use. */
  readonly #idle = new Set<Connection>()
  #isClosed = false

  constructor(maxIdle: number) {
    this.#maxIdle = maxIdle
  }

  /** The connection used last, since it is the likeliest to be open still. */
  take(key: string, isIdempotent: boolean): Connection | null {
    const connection = this.#byKey.get(key)?.at(-1)
    if (connection === undefined) return null
    const isFresh = performance.now() - connection.idleSince < safeForAnyMethodMs
    if (!isIdempotent && !isFresh) return null
    this.#remove(connection)
    return connection.isOpen ? connection : this.take(key, isIdempotent)
  }

  give(connection: Connection) {
    if (this.#isClosed) return connection.close()
    connection.idleSince = performance.now()
    const kept = this.#byKey.get(connection.key)
    if (kept === undefined) this.#byKey.set(connection.key, [connection])
    else kept.push(connection)
    this.#idle.add(connection)
    const [oldest] = this.#idle
    if (oldest === undefined || this.#idle.size <= this.#maxIdle) return
    this.#remove(oldest)
    oldest.close()
  }

  /** To be called when a socket closes, for whatever reason. */
  forget(connection: Connection) {
    if (this.#idle.has(connection)) this.#remove(connection)
  }

  closeAll() {
    this.#isClosed = true
    for (const connection of this.#idle) connection.close()
  }

  #remove(connection: Connection) {
    this.#idle.delete(connection)
    const kept = this.#byKey.get(connection.key)
    if (kept === undefined) return
    kept.splice(kept.indexOf(connection), 1)
    if (kept.length === 0) this.#byKey.delete(connection.key)
  }
}
