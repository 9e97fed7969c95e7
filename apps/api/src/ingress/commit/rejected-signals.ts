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

interface KeptSignal extends RecordedSignal {
  /** When it came, by the database's clock. */
  atMs: number
}

interface Waiting {
  receiver: ReceiverSettings
  signals: KeptSignal[]
}

export interface RejectedSignalsOptions {
  pool: pg.Pool
  /** The receivers of these tokens, as they are stored now. */
  reload: (tokens: readonly string[]) => Promise<ReceiverSettings[]>
  /** Signals are left to an executor. */
  onSignalsWaiting: () => void
  onError: (error: Error) => void
}

/** Receivers, and signals of each, that are kept until the next flush; more are not needed to see that a sender is alive. */
const maxReceivers = 4000
const maxSignals = 20
/** Of a receiver that is edited again and again, they wait for the next flush. */
const maxTries = 3

// The settings that they were read by have to be the stored ones still, as for a request that is recorded; others are reloaded. An
// edit in progress is waited for (`for share`), in the order in which groups of requests take their locks.
const writeSql = `
  with hit as (
    select * from unnest($1::uuid[], $2::int[]) with ordinality as hit (receiver_id, version, n)
  ), passed as (
    select hit.n::int from hit join receiver_counters g on g.receiver_id = hit.receiver_id and g.version = hit.version
    order by hit.n for share of g
  ), ${signalsSql(3)}
  select ${areSignalsWaitingSql} as waiting,
    (select json_agg(hit.n) from hit where hit.n not in (select n from passed)) as stale`

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
    const { heartbeat } = receiver
    const sent = heartbeat && signalOf(request, heartbeat)
    if (heartbeat === null || sent === null) return
    this.#keep({ receiver, signals: [{ ...sent, requestId: null, atMs: performance.now() + heartbeat.clockOffsetMs }] })
  }

  /** Writes what has come. It never rejects: what cannot be written now is written with the next. */
  async flush(): Promise<void> {
    for (let tries = 0; this.#waiting.size > 0 && tries < maxTries; tries += 1) {
      let unwritten = [...this.#waiting.values()].toSorted((a, b) => (a.receiver.id < b.receiver.id ? -1 : 1))
      this.#waiting = new Map()
      try {
        unwritten = await this.#write(unwritten)
        if (unwritten.length > 0) unwritten = await this.#reload(unwritten)
      } catch (error) {
        this.#options.onError(error instanceof Error ? error : new Error(String(error)))
        return
      } finally {
        this.#keepFirst(unwritten)
      }
    }
  }

  /** Those before what has come since. */
  #keepFirst(unwritten: readonly Waiting[]) {
    const since = this.#waiting
    this.#waiting = new Map()
    for (const one of [...unwritten, ...since.values()]) this.#keep(one)
  }

  /** By the newest settings that are known, which the one who adds a signal may not have loaded yet; those kept before as well. */
  #keep({ receiver: given, signals }: Waiting) {
    const known = this.#waiting.get(given.id)
    if (known === undefined && this.#waiting.size >= maxReceivers) return
    const receiver = known !== undefined && known.receiver.version > given.version ? known.receiver : given
    const kept: KeptSignal[] = []
    for (const signal of [...(known?.signals ?? []), ...signals].filter((one) => counts(one, receiver))) {
      const last = kept.at(-1)
      const isRepeated = isPlain(signal) && last !== undefined && isPlain(last)
      if (!isRepeated && kept.length < maxSignals) kept.push(signal)
    }
    if (kept.length > 0) this.#waiting.set(receiver.id, { receiver, signals: kept })
    else this.#waiting.delete(receiver.id)
  }

  /** With the settings of now; without those whose receiver is not active any more. */
  async #reload(stale: readonly Waiting[]): Promise<Waiting[]> {
    const loaded = await this.#options.reload(stale.map(({ receiver }) => receiver.token))
    const byToken = new Map(loaded.map((receiver) => [receiver.token, receiver]))
    return stale.flatMap(({ receiver, signals }) => {
      const current = byToken.get(receiver.token)
      return current === undefined ? [] : [{ receiver: current, signals }]
    })
  }

  /** Gives those of receivers that have been changed meanwhile, of which nothing is written. */
  async #write(waiting: readonly Waiting[]): Promise<Waiting[]> {
    const beats = waiting.flatMap(({ receiver: { heartbeat }, signals }, index): Beat[] =>
      heartbeat === null ? [] : [{ hit: index + 1, heartbeat, signals }],
    )
    const client = await this.#options.pool.connect()
    try {
      const [areWaiting, stale] = await execute(client, writeSignals, (message) => {
        message.addArray(uuidElement, waiting, ({ receiver }) => receiver.id)
        message.addArray(intElement, waiting, ({ receiver }) => receiver.version)
        addBeats(message, beats)
      })
      client.release()
      if (areWaiting === 't') this.#options.onSignalsWaiting()
      const places = new Set<number>(JSON.parse(stale ?? '[]'))
      return waiting.filter((_one, index) => places.has(index + 1))
    } catch (error) {
      client.release(true)
      throw error
    }
  }
}

/**
 * By the settings of now, also where it was sent under others: where a condition decides, there is no request to decide by, and one of
 * before a pause would bring down a job that is fine.
 */
const counts = (signal: KeptSignal, { heartbeat }: ReceiverSettings) =>
  heartbeat !== null &&
  heartbeat.expectation.mode !== 'LEARNED' &&
  !isConditional(signal, heartbeat) &&
  (heartbeat.newSinceMs === null || signal.atMs >= heartbeat.newSinceMs)
