import { OutboundError, unreachable } from '../outbound-error.ts'

type StopReason = 'TIMEOUT' | 'INTERRUPTED'
/** What a call is doing, since what a timeout means depends on it. */
type Phase = 'lookup' | 'connect' | 'answer'

export interface Settle<T> {
  resolve: (value: T) => void
  reject: (error: unknown) => void
}

const timedOut: Record<Phase, (seconds: number) => OutboundError> = {
  lookup: (seconds) =>
    new OutboundError('TIMEOUT', `The target's host name was not resolved within ${seconds} seconds.`),
  connect: () => unreachable(),
  answer: (seconds) =>
    new OutboundError('TIMEOUT', `The target did not send a complete response within ${seconds} seconds.`),
}

const stopped = (reason: StopReason, phase: Phase, timeoutMs: number) =>
  reason === 'INTERRUPTED'
    ? new OutboundError('INTERRUPTED', 'The call was interrupted before its response was complete.')
    : timedOut[phase](timeoutMs / 1000)

const expire = (deadline: Deadline) => deadline.stop('TIMEOUT')

/**
 * The one limit over all that a call does, and the place where its caller interrupts it. A call does one step
 * at a time, so one slot for what to abandon is enough: with its timer 0.4 µs a call, an AbortSignal 5 to 10 µs.
 */
export class Deadline {
  readonly #timeoutMs: number
  readonly #timer: NodeJS.Timeout
  #stoppedBy: StopReason | null = null
  #abandon: ((reason: StopReason) => void) | null = null

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs
    this.#timer = setTimeout(expire, timeoutMs, this)
  }

  /** Runs one step. `start` may give back what closes a socket that is only the step's, when it is abandoned. */
  step<T>(phase: Phase, start: (settle: Settle<T>) => (() => void) | undefined): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#stoppedBy !== null) return reject(stopped(this.#stoppedBy, phase, this.#timeoutMs))
      const close = start({
        resolve: (value) => {
          this.#abandon = null
          resolve(value)
        },
        reject: (error) => {
          this.#abandon = null
          reject(error)
        },
      })
      // Not assigned as it is written: V8 takes such a function for one that stays, and puts it into the old generation, where
      // it keeps alive what the step had in hand until that is collected.
      const abandon = (reason: StopReason) => {
        close?.()
        reject(stopped(reason, phase, this.#timeoutMs))
      }
      this.#abandon = abandon
    })
  }

  stop(reason: StopReason) {
    if (this.#stoppedBy !== null) return
    this.#stoppedBy = reason
    this.#abandon?.(reason)
  }

  clear() {
    clearTimeout(this.#timer)
    this.#abandon = null
  }
}

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
    signal.addEventListener('abort', () => interruptAll(calls))
    return calls
  }
}

const interruptAll = (calls: Set<Deadline>) => {
  for (const deadline of calls) deadline.stop('INTERRUPTED')
}
