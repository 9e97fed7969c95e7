import { LRUCache } from 'lru-cache'
import { BatchedLookup } from './batched-lookup.ts'
import type { ReceiverSettings } from './receiver-settings.ts'

/** What is known about a token; null: there is no active receiver of that token. */
export interface KnownReceiver {
  settings: ReceiverSettings | null
  /** The minute's calls are used up until then, by the process's own steady clock. */
  exhaustedUntilMs: number
}

/** Templates are most of it. */
const maxBytes = 64 * 1024 * 1024
const entryBytes = 1000
/** Should the announcement of a change be lost, it is found out after this. */
const maxAgeMs = 60_000
/** Senders keep calling for long after a receiver is deleted. */
const absentAgeMs = 1000
const maxAbsent = 10_000

/**
 * Receivers by their tokens, kept until a change is announced. While none can be announced (`pause`), nothing is kept.
 * Its answers may be slightly out of date: what is recorded is checked against the stored version once more.
 */
export class SettingsCache {
  readonly #present = new LRUCache<string, KnownReceiver>({
    maxSize: maxBytes,
    sizeCalculation: ({ settings }) => entryBytes + (settings?.template.length ?? 0) * 2,
    ttl: maxAgeMs,
  })
  readonly #absent = new LRUCache<string, KnownReceiver>({ max: maxAbsent, ttl: absentAgeMs })
  readonly #lookup: BatchedLookup<KnownReceiver>
  /** While a query runs, the tokens whose change was announced: its answer about them is not kept. */
  #changed: Set<string> | null = null
  #isPaused = false
  #generation = 0

  constructor(load: (tokens: readonly string[]) => Promise<ReceiverSettings[]>) {
    this.#lookup = new BatchedLookup({ find: (tokens) => this.#find(tokens, load), maxKeys: 500, maxWaiting: 10_000 })
  }

  /** What is kept, if anything is. */
  peek(token: string): KnownReceiver | undefined {
    return this.#present.get(token) ?? this.#absent.get(token)
  }

  async load(token: string): Promise<KnownReceiver> {
    return (await this.#lookup.get(token)) ?? { settings: null, exhaustedUntilMs: 0 }
  }

  /** Forgets one that has changed. */
  drop(token: string) {
    this.#changed?.add(token)
    this.#present.delete(token)
    this.#absent.delete(token)
  }

  pause() {
    this.#isPaused = true
    this.#clear()
  }

  /** Changes are announced again; those before were perhaps lost. */
  resume() {
    this.#isPaused = false
    this.#clear()
  }

  #clear() {
    this.#generation += 1
    this.#present.clear()
    this.#absent.clear()
  }

  async #find(tokens: readonly string[], load: (tokens: readonly string[]) => Promise<ReceiverSettings[]>) {
    const generation = this.#generation
    const changed = (this.#changed = new Set<string>())
    const loaded = await load(tokens)
    const found = new Map<string, KnownReceiver>()
    for (const settings of loaded) found.set(settings.token, { settings, exhaustedUntilMs: 0 })
    if (this.#isPaused || generation !== this.#generation) return found
    for (const token of tokens) {
      if (!changed.has(token)) this.#keep(token, found.get(token))
    }
    return found
  }

  #keep(token: string, found: KnownReceiver | undefined) {
    if (found === undefined) this.#absent.set(token, { settings: null, exhaustedUntilMs: 0 })
    else this.#present.set(token, found)
  }
}
