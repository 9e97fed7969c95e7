import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseOutage, isDatabaseRejection } from '@knockwire/db/database-outage'

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

export const createBatcher = <T, R = void>(options: BatcherOptions<T, R>): Batcher<T> => {
  const { maxItems, batchDelayMs = 0, enoughItems = maxItems } = options
  const { maxSize = Infinity, sizeOf = () => 0, isUrgent = () => false, now = () => performance.now() } = options
  const write = createRetryingWrite(options)
  let items: PendingItem<T>[] = []
  let [pendingSize, hasUrgent] = [0, false]
  let endDelay: (() => void) | undefined
  let writing: readonly PendingItem<T>[] = []
  let running: Promise<void> | null = null

  const nextBatch = (): PendingItem<T>[] => {
    let [size, count] = [0, 0]
    for (const { item } of items) {
      if (count === maxItems || (count > 0 && size >= maxSize)) break
      size += sizeOf(item)
      count += 1
    }
    const batch = items.slice(0, count)
    items = items.slice(count)
    pendingSize -= size
    hasUrgent &&= items.some(({ item }) => isUrgent(item))
    return batch
  }
  const isEnough = () => hasUrgent || items.length >= enoughItems || pendingSize >= maxSize
  const waitForMore = async () => {
    const oldest = items[0]
    const waitMs = oldest === undefined ? 0 : oldest.since + batchDelayMs - now()
    if (waitMs <= 0 || isEnough()) return
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
    while (items.length > 0) {
      await waitForMore()
      writing = nextBatch()
      if (writing.length > 0) await write(writing.map(({ item }) => item))
      writing = []
    }
    running = null
  }
  return {
    add: (item) => {
      items.push({ item, since: now() })
      pendingSize += sizeOf(item)
      hasUrgent ||= isUrgent(item)
      if (isEnough()) endDelay?.()
      running ??= run()
    },
    drop: () => {
      const dropped = items.map(({ item }) => item)
      items = []
      pendingSize = 0
      endDelay?.()
      return dropped
    },
    idle: async () => {
      while (running) await running
    },
    get pending() {
      return items.length + writing.length
    },
    get pendingSince() {
      return (writing[0] ?? items[0])?.since ?? null
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
