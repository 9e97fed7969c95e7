import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * The responses that each connection is still to send, oldest first. Kept in arrays: a Set or a Map that every request enters
 * and leaves is rebuilt every few of them, each rebuilt table holds the next one and all that was in it, and so most of
 * what was answered outlived its garbage collection (measured: a fifth of the ingress's time).
 */
export class PendingResponses {
  readonly #bySocket = new WeakMap<Socket, ServerResponse[]>()

  add(socket: Socket, response: ServerResponse) {
    const pending = this.#bySocket.get(socket)
    if (pending === undefined) this.#bySocket.set(socket, [response])
    else pending.push(response)
  }

  remove(socket: Socket, response: ServerResponse) {
    const pending = this.#bySocket.get(socket)
    const place = pending?.indexOf(response) ?? -1
    if (place >= 0) pending?.splice(place, 1)
  }

  of(socket: Socket): readonly ServerResponse[] {
    return this.#bySocket.get(socket) ?? []
  }

  isLast(response: ServerResponse): boolean {
    return this.of(response.req.socket).at(-1) === response
  }
}

/** Counts the answers that have been given and that the operating system has not taken as a whole yet. */
export class FlushingResponses {
  #count = 0
  #onNone: (() => void) | null = null

  begin() {
    this.#count += 1
  }

  end() {
    this.#count -= 1
    if (this.#count === 0) this.#onNone?.()
  }

  /** Calls back as soon as there is none: an instant later there may be another. */
  whenNone(notify: () => void) {
    if (this.#count === 0) notify()
    else this.#onNone = notify
  }
}

/** Counts work in flight, so that a stop can wait for it. */
export class InFlightCounter {
  #count = 0
  #idle: (() => void) | null = null

  async follow<T>(work: () => Promise<T>): Promise<T> {
    this.#count += 1
    try {
      return await work()
    } finally {
      this.#count -= 1
      if (this.#count === 0) this.#idle?.()
    }
  }

  /** Resolves when nothing is. */
  idle(): Promise<void> {
    if (this.#count === 0) return Promise.resolve()
    return new Promise((resolve) => (this.#idle = resolve))
  }
}
