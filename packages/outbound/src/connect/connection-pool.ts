import type { Connection } from './connection.ts'

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
  take(key: string): Connection | null {
    const connection = this.#byKey.get(key)?.at(-1)
    if (connection === undefined) return null
    this.#remove(connection)
    return connection.isOpen ? connection : this.take(key)
  }

  give(connection: Connection) {
    if (this.#isClosed) return connection.close()
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
