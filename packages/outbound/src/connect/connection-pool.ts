import type { Connection } from './connection.ts'

/** Those of one key, in the order of their last use. */
export class WaitingConnections extends Array<Connection> {}

/**
 * Connections between two calls. One that is in use belongs to its call alone and is not in here,
 * so what this holds is bounded whatever number of targets is called.
 */
export class ConnectionPool {
  readonly #maxIdle: number
  readonly #byKey = new Map<string, WaitingConnections>()
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
    if (kept === undefined) this.#byKey.set(connection.key, WaitingConnections.of(connection))
    else kept.push(connection)
    this.#idle.add(connection)
    for (const oldest of this.#idle) {
      if (this.#idle.size <= this.#maxIdle) return
      this.#remove(oldest)
      oldest.close()
    }
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
    // Nearly always the last one; a splice of a subclass of Array takes many times as long.
    if (kept?.at(-1) === connection) kept.pop()
    else kept?.splice(kept.indexOf(connection), 1)
    if (kept?.length === 0) this.#byKey.delete(connection.key)
  }
}
