import { clientNetwork } from '../../../access/client/client-network.ts'

interface Bounds {
  /** Requests of one client that are worked on at once. */
  atOnce: number
  /** What one client may get wrong in a minute. */
  guessesPerMinute: number
  /** Milliseconds of a steady clock. */
  now: () => number
}

const minuteMs = 60_000
/** Clients that are remembered; the one that guessed longest ago is forgotten first. */
const mostClients = 10_000

interface Guesses {
  count: number
  untilMs: number
}

/** Bounds what one client, an IPv4 address or an IPv6 network, keeps this process busy with, and how often it may guess. */
export class ClientBound {
  readonly #bounds: Bounds
  readonly #inFlight = new Map<string, number>()
  readonly #guesses = new Map<string, Guesses>()

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  /** Counts a guess; gives in how many milliseconds the client may guess again, 0 where it may now. */
  noteGuess(address: string): number {
    const { guessesPerMinute, now } = this.#bounds
    const client = clientNetwork(address)
    const nowMs = now()
    const known = this.#guesses.get(client)
    const guesses = known !== undefined && known.untilMs > nowMs ? known : { count: 0, untilMs: nowMs + minuteMs }
    guesses.count += 1
    this.#guesses.delete(client)
    this.#guesses.set(client, guesses)
    const [oldest] = this.#guesses.keys()
    if (this.#guesses.size > mostClients && oldest !== undefined) this.#guesses.delete(oldest)
    return guesses.count > guessesPerMinute ? guesses.untilMs - nowMs : 0
  }

  /** Does the work, unless the client has as much in flight as it may; null then. */
  async follow<T>(address: string, work: () => Promise<T>): Promise<T | null> {
    const client = clientNetwork(address)
    const others = this.#inFlight.get(client) ?? 0
    if (others >= this.#bounds.atOnce) return null
    this.#inFlight.set(client, others + 1)
    try {
      return await work()
    } finally {
      const left = (this.#inFlight.get(client) ?? 1) - 1
      if (left === 0) this.#inFlight.delete(client)
      else this.#inFlight.set(client, left)
    }
  }
}
