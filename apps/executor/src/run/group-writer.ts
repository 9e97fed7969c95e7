import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseOutage, isDatabaseRejection } from '@knockwire/db/database-outage'

export interface GroupWriterOptions<T, R = void> {
  /** Writes a group in one go; may be repeated for the same items when it throws. */
  write: (group: readonly T[]) => Promise<R>
  /** What follows once a group is written. It is never repeated, whatever it throws. */
  onWritten?: (result: R, group: readonly T[]) => void
  /** An item that cannot be written, which is out of the group. */
  onRefused: (item: T, error: Error) => void
  onError: (error: Error) => void
  maxItems: number
  /** How long the first item after a pause waits for company, where nobody waits for it to be written. */
  lingerMs?: number
  /** Bytes of a group, so that big items do not make a huge one. */
  maxSize?: number
  sizeOf?: (item: T) => number
  /** Milliseconds of a steady clock. */
  now?: () => number
}

export interface Unwritten {
  /** When the oldest item that is not yet written was added, by a steady clock in milliseconds; null where there is none. */
  readonly unwrittenSince: number | null
}

/**
 * Writes items in groups that the writes themselves pace: a group holds what came while the one before was
 * being written: the busier it is, the larger the groups become.
 *
 * While the database is away, the items are kept and tried again. An item that makes its group fail otherwise is
 * isolated by halving the group, so that it never blocks those beside or behind it.
 */
export interface GroupWriter<T> extends Unwritten {
  add: (item: T) => void
  /** Not yet written. */
  readonly pending: number
  /** Takes out what is not being written just now. */
  drop: () => T[]
  /** Resolves when everything is written. */
  idle: () => Promise<void>
}

/** When the oldest item of all of them was added; null where they have none. */
export const oldestUnwritten = (writers: readonly Unwritten[]): number | null => {
  const times = writers.flatMap(({ unwrittenSince }) => unwrittenSince ?? [])
  return times.length === 0 ? null : Math.min(...times)
}

const longestWaitMs = 1000
/** How often a group is tried that fails for a reason that is not known to pass. */
const unexpectedTries = 3

interface Queued<T> {
  item: T
  since: number
}

export const createGroupWriter = <T, R = void>(options: GroupWriterOptions<T, R>): GroupWriter<T> => {
  const { maxItems, lingerMs = 0, maxSize = Infinity, sizeOf = () => 0, now = () => performance.now() } = options
  const write = createPatientWrite(options)
  let items: Queued<T>[] = []
  let writing: readonly Queued<T>[] = []
  let running: Promise<void> | null = null

  const nextGroup = (): Queued<T>[] => {
    let [size, count] = [0, 0]
    for (const { item } of items) {
      if (count === maxItems || (count > 0 && size >= maxSize)) break
      size += sizeOf(item)
      count += 1
    }
    const group = items.slice(0, count)
    items = items.slice(count)
    return group
  }
  const run = async () => {
    await sleep(lingerMs)
    while (items.length > 0) {
      writing = nextGroup()
      await write(writing.map(({ item }) => item))
      writing = []
    }
    running = null
  }
  return {
    add: (item) => {
      items.push({ item, since: now() })
      running ??= run()
    },
    drop: () => {
      const dropped = items.map(({ item }) => item)
      items = []
      return dropped
    },
    idle: async () => {
      while (running) await running
    },
    get pending() {
      return items.length + writing.length
    },
    get unwrittenSince() {
      return (writing[0] ?? items[0])?.since ?? null
    },
  }
}

const createPatientWrite = <T, R>({ write, onWritten, onRefused, onError }: GroupWriterOptions<T, R>) => {
  /** What a caller does with a result is not to end the writing of all that comes later. */
  const follow = (work: () => void) => {
    try {
      work()
    } catch (thrown) {
      onError(toError(thrown))
    }
  }
  const writePatiently = async (group: readonly T[], tries = unexpectedTries): Promise<void> => {
    let [waitMs, left] = [50, tries]
    for (;;) {
      try {
        const result = await write(group)
        return follow(() => onWritten?.(result, group))
      } catch (thrown) {
        const error = toError(thrown)
        onError(error)
        if (!isDatabaseOutage(error)) left -= 1
        if (left === 0 || isDatabaseRejection(error)) return writeApart(group, error)
      }
      await sleep(waitMs)
      waitMs = Math.min(waitMs * 2, longestWaitMs)
    }
  }
  /** One item that cannot be written must not keep the others from being. */
  const writeApart = async (group: readonly T[], error: Error): Promise<void> => {
    const [only] = group
    if (group.length === 1 && only !== undefined) return follow(() => onRefused(only, error))
    const middle = Math.ceil(group.length / 2)
    await writePatiently(group.slice(0, middle), 1)
    await writePatiently(group.slice(middle), 1)
  }
  return writePatiently
}

const toError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))
