import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseOutage, isDatabaseRejection } from '@knockwire/db/failures/database-outage'

/*
 * How an item goes through a batcher:
 *
 *   add ──▶ pending ──▶ in a batch ──▶ written
 *              ▲            │ the database is away: the same batch again, until it is back
 *              │            │ the batch fails otherwise: again in halves, so that one bad item stands alone
 *              └─ drop      └──▶ rejected
 *
 * The writes themselves pace the batches: a batch holds what arrived while the one before was being written, so the
 * busier it is, the larger the batches become. With `batchDelayMs`, a batch of a few waits for more until its oldest item
 * has waited for so long. A bad item never blocks those beside or behind it.
 */

export interface BatcherOptions<T, R = void> {
  /** Writes a batch in one go; may be repeated for the same items when it throws. */
  write: (batch: readonly T[]) => Promise<R>
  /** Called once a batch is written. It is never repeated, whatever it throws. */
  onWritten?: (result: R, batch: readonly T[]) => void
  /** Called for an item that cannot be written; it is no longer part of the batch. */
  onRejected: (item: T, error: Error) => void
  onError: (error: Error) => void
  maxItems: number
  /** How long an item waits for others at most, where nobody waits for it to be written; 0 where it is not given. */
  batchDelayMs?: number
  /** With so many, a batch waits for no more; `maxItems` where it is not given. */
  enoughItems?: number
  /** Somebody waits for the item: its batch waits for no others. */
  isUrgent?: (item: T) => boolean
  /** Bytes in a batch, so that big items do not make a huge one. */
  maxSize?: number
  sizeOf?: (item: T) => number
  /** Milliseconds of a monotonic clock. */
  now?: () => number
}

export interface PendingWork {
  /** When the oldest item that is not yet written was added, by a monotonic clock in milliseconds; null without one. */
  readonly pendingSince: number | null
}

export interface Batcher<T> extends PendingWork {
  add: (item: T) => void
  /** How many items are not yet written. */
  readonly pending: number
  /** Removes and returns the items that are not being written just now. */
  drop: () => T[]
  /** Resolves when everything is written. */
  idle: () => Promise<void>
}

/** When the oldest pending item of all sources was added; null where they have none. */
export const oldestPendingSince = (sources: readonly PendingWork[]): number | null => {
  const times = sources.flatMap(({ pendingSince }) => pendingSince ?? [])
  return times.length === 0 ? null : Math.min(...times)
}

const initialRetryMs = 50
const maxRetryMs = 1000
/** How often a batch is tried that fails for a reason other than a database outage. */
const unexpectedAttempts = 3

interface PendingItem<T> {
  item: T
  since: number
}

/** The items that wait for their batch, oldest first. */
class PendingItems<T> {
  readonly #options: Required<Pick<BatcherOptions<T>, 'maxItems' | 'enoughItems' | 'maxSize' | 'sizeOf' | 'isUrgent'>>
  #items: PendingItem<T>[] = []
  #size = 0
  #hasUrgent = false

  constructor(options: Omit<BatcherOptions<T>, 'write' | 'onWritten'>) {
    const { maxItems, enoughItems = maxItems, maxSize = Infinity, sizeOf = () => 0, isUrgent = () => false } = options
    this.#options = { maxItems, enoughItems, maxSize, sizeOf, isUrgent }
  }

  get count() {
    return this.#items.length
  }

  /** When the oldest was added. */
  get since(): number | undefined {
    return this.#items[0]?.since
  }

  /** Nothing is gained by waiting for more. */
  get isEnough() {
    const { enoughItems, maxSize } = this.#options
    return this.#hasUrgent || this.#items.length >= enoughItems || this.#size >= maxSize
  }

  add(item: T, since: number) {
    const { sizeOf, isUrgent } = this.#options
    this.#items.push({ item, since })
    this.#size += sizeOf(item)
    this.#hasUrgent ||= isUrgent(item)
  }

  takeBatch(): PendingItem<T>[] {
    const { maxItems, maxSize, sizeOf, isUrgent } = this.#options
    let [size, count] = [0, 0]
    for (const { item } of this.#items) {
      if (count === maxItems || (count > 0 && size >= maxSize)) break
      size += sizeOf(item)
      count += 1
    }
    const batch = this.#items.slice(0, count)
    this.#items = this.#items.slice(count)
    this.#size -= size
    this.#hasUrgent &&= this.#items.some(({ item }) => isUrgent(item))
    return batch
  }

  takeAll(): T[] {
    const all = this.#items.map(({ item }) => item)
    this.#items = []
    this.#size = 0
    this.#hasUrgent = false
    return all
  }
}

export const createBatcher = <T, R = void>(options: BatcherOptions<T, R>): Batcher<T> => {
  const { batchDelayMs = 0, now = () => performance.now() } = options
  const write = createRetryingWrite(options)
  const waiting = new PendingItems<T>(options)
  let endDelay: (() => void) | undefined
  let writing: readonly PendingItem<T>[] = []
  let running: Promise<void> | null = null

  const waitForMore = async () => {
    const waitMs = waiting.since === undefined ? 0 : waiting.since + batchDelayMs - now()
    if (waitMs <= 0 || waiting.isEnough) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, waitMs)
      endDelay = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    endDelay = undefined
  }
  const run = async () => {
    // What is added in the same turn of the event loop is written together, at the least.
    if (batchDelayMs === 0) await sleep(0)
    while (waiting.count > 0) {
      await waitForMore()
      writing = waiting.takeBatch()
      if (writing.length > 0) await write(writing.map(({ item }) => item))
      writing = []
    }
    running = null
  }
  return {
    add: (item) => {
      waiting.add(item, now())
      if (waiting.isEnough) endDelay?.()
      running ??= run()
    },
    drop: () => {
      const dropped = waiting.takeAll()
      endDelay?.()
      return dropped
    },
    idle: async () => {
      while (running) await running
    },
    get pending() {
      return waiting.count + writing.length
    },
    get pendingSince() {
      return writing[0]?.since ?? waiting.since ?? null
    },
  }
}

const createRetryingWrite = <T, R>({ write, onWritten, onRejected, onError }: BatcherOptions<T, R>) => {
  /** An error in a callback must not end the writing of later items. */
  const runCallback = (callback: () => void) => {
    try {
      callback()
    } catch (thrown) {
      onError(toError(thrown))
    }
  }
  const writeWithRetries = async (batch: readonly T[], attempts = unexpectedAttempts): Promise<void> => {
    let [waitMs, left] = [initialRetryMs, attempts]
    for (;;) {
      try {
        const result = await write(batch)
        return runCallback(() => onWritten?.(result, batch))
      } catch (thrown) {
        const error = toError(thrown)
        onError(error)
        if (!isDatabaseOutage(error)) left -= 1
        if (left === 0 || isDatabaseRejection(error)) return writeInHalves(batch, error)
      }
      await sleep(waitMs)
      waitMs = Math.min(waitMs * 2, maxRetryMs)
    }
  }
  const writeInHalves = async (batch: readonly T[], error: Error): Promise<void> => {
    const [only] = batch
    if (batch.length === 1 && only !== undefined) return runCallback(() => onRejected(only, error))
    const middle = Math.ceil(batch.length / 2)
    await writeWithRetries(batch.slice(0, middle), 1)
    await writeWithRetries(batch.slice(middle), 1)
  }
  return writeWithRetries
}

const toError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))
