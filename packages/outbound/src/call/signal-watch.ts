import type { Deadline } from './deadline.ts'

/**
 * Which calls each caller's signal interrupts. Each signal gets one listener: thousands of calls of one
 * shutdown signal would otherwise walk its list of listeners at each start and end.
 */
export class SignalWatch {
  readonly #calls = new WeakMap<AbortSignal, Set<Deadline>>()

  add(signal: AbortSignal, deadline: Deadline) {
    if (signal.aborted) return deadline.stop('INTERRUPTED')
    this.#callsOf(signal).add(deadline)
  }

  remove(signal: AbortSignal, deadline: Deadline) {
    this.#calls.get(signal)?.delete(deadline)
  }

  #callsOf(signal: AbortSignal) {
    const known = this.#calls.get(signal)
    if (known !== undefined) return known
    const calls = new Set<Deadline>()
    this.#calls.set(signal, calls)
    signal.addEventListener('abort', () => interruptAll(calls), { once: true })
    return calls
  }
}

const interruptAll = (calls: Set<Deadline>) => {
  for (const deadline of calls) deadline.stop('INTERRUPTED')
}
