import type pg from 'pg'
import type { ReceiverSettings } from '../settings/receiver-settings.ts'
import { execute, intElement, type Statement, uuidElement } from './bound-statement.ts'
import {
  addBeats,
  areSignalsWaitingSql,
  type Beat,
  isConditional,
  isPlain,
  type RecordedSignal,
  signalOf,
  signalsSql,
} from './signals.ts'

interface Waiting {
  receiver: ReceiverSettings
  signals: RecordedSignal[]
}

export interface RejectedSignalsOptions {
  pool: pg.Pool
  /** Signals are left to an executor. */
  onSignalsWaiting: () => void
  onError: (error: Error) => void
}

/** Receivers, and signals of each, that are kept until the next flush; more are not needed to see that a sender is alive. */
const maxReceivers = 4000
const maxSignals = 20

// The settings that they were read by have to be the stored ones still, as for a request that is recorded.
const writeSql = `
  with hit as (
    select * from unnest($1::uuid[], $2::int[]) with ordinality as hit (receiver_id, version, n)
  ), passed as (
    select hit.n::int from hit join receiver_counters g on g.receiver_id = hit.receiver_id and g.version = hit.version
  ), ${signalsSql(3)}
  select ${areSignalsWaitingSql} as waiting`

const writeSignals: Statement = { name: 'write_rejected_signals', text: writeSql }

/**
 * Signals of requests that are rejected since the plan's requests of the minute are used up: they are not recorded, and show that the
 * sender is alive all the same; where a condition says what a success is, there is nothing to decide it by. Kept in memory until they are flushed, so that a flood costs one statement at a time.
 */
export class RejectedSignals {
  readonly #options: RejectedSignalsOptions
  #waiting = new Map<string, Waiting>()

  constructor(options: RejectedSignalsOptions) {
    this.#options = options
  }

  add(receiver: ReceiverSettings, request: Parameters<typeof signalOf>[0]) {
    const sent = receiver.heartbeat && signalOf(request, receiver.heartbeat)
    if (receiver.heartbeat === null || sent === null || isConditional(sent, receiver.heartbeat)) return
    const signal = { ...sent, requestId: null }
    const known = this.#waiting.get(receiver.id)
    if (known === undefined && this.#waiting.size >= maxReceivers) return
    const signals = known?.signals ?? []
    const last = signals.at(-1)
    const isRepeated = isPlain(signal) && last !== undefined && isPlain(last)
    if (!isRepeated && signals.length < maxSignals) signals.push(signal)
    this.#waiting.set(receiver.id, { receiver, signals })
  }

  /** Writes what has come. It never rejects: what cannot be written now is written with the next. */
  async flush(): Promise<void> {
    if (this.#waiting.size === 0) return
    const waiting = this.#waiting
    this.#waiting = new Map()
    try {
      if (await this.#write([...waiting.values()].toSorted((a, b) => (a.receiver.id < b.receiver.id ? -1 : 1))))
        this.#options.onSignalsWaiting()
    } catch (error) {
      this.#options.onError(error instanceof Error ? error : new Error(String(error)))
      for (const [id, one] of waiting) if (!this.#waiting.has(id)) this.#waiting.set(id, one)
    }
  }

  /** Gives whether signals wait for an executor. */
  async #write(waiting: readonly Waiting[]): Promise<boolean> {
    const beats = waiting.flatMap(({ receiver: { heartbeat }, signals }, index): Beat[] =>
      heartbeat === null ? [] : [{ hit: index + 1, heartbeat, signals }],
    )
    const client = await this.#options.pool.connect()
    try {
      const [areWaiting] = await execute(client, writeSignals, (message) => {
        message.addArray(uuidElement, waiting, ({ receiver }) => receiver.id)
        message.addArray(intElement, waiting, ({ receiver }) => receiver.version)
        addBeats(message, beats)
      })
      client.release()
      return areWaiting === 't'
    } catch (error) {
      client.release(true)
      throw error
    }
  }
}
