import { setTimeout as sleep } from 'node:timers/promises'

export interface GroupWriterOptions<T> {
  /** Writes a group in one go; may be repeated for the same items when it throws. */
  write: (group: readonly T[]) => Promise<void>
  /** An item that the database refuses by itself; it is out of the group. */
  onRefused: (item: T, error: Error) => void
  onError: (error: Error) => void
  maxItems: number
  /** How long the first item after a pause waits for company, where nobody waits for it to be written. */
  lingerMs?: number
  /** Bytes of a group, so that big items do not make a huge one. */
  maxSize?: number
  sizeOf?: (item: T) => number
}

/**
 * Writes items in groups that the writes themselves pace: a group holds what came while the one before was
 * being written: the busier it is, the larger the groups become.
 * While the database is away, the items are kept and tried again.
 */
export interface GroupWriter<T> {
  add: (item: T) => void
  /** Not yet written. */
  readonly pending: number
  /** Takes out what is not being written just now. */
  drop: () => T[]
  /** Resolves when everything is written. */
  idle: () => Promise<void>
}

const longestWaitMs = 1000

export const createGroupWriter = <T>(options: GroupWriterOptions<T>): GroupWriter<T> => {
  const { maxItems, lingerMs = 0, maxSize = Infinity, sizeOf = () => 0 } = options
  let items: T[] = []
  let writing = 0
  let running: Promise<void> | null = null

  const nextGroup = (): T[] => {
    let size = 0
    let count = 0
    while (count < items.length && count < maxItems && (count === 0 || size < maxSize))
      size += sizeOf(items[count++] as T)
    const group = items.slice(0, count)
    items = items.slice(count)
    return group
  }
  const run = async () => {
    await sleep(lingerMs)
    while (items.length > 0) {
      const group = nextGroup()
      writing = group.length
      await writePatiently(group, options)
      writing = 0
    }
    running = null
  }
  return {
    add: (item) => {
      items.push(item)
      running ??= run()
    },
    drop: () => {
      const dropped = items
      items = []
      return dropped
    },
    idle: async () => {
      while (running) await running
    },
    get pending() {
      return items.length + writing
    },
  }
}

const writePatiently = async <T>(group: readonly T[], options: GroupWriterOptions<T>): Promise<void> => {
  for (let waitMs = 50; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    try {
      return await options.write(group)
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      options.onError(error)
      if (isRefusal(error)) return await writeApart(group, error, options)
    }
    await sleep(waitMs)
  }
}

/** One item that cannot be written must not keep the others from being. */
const writeApart = async <T>(group: readonly T[], error: Error, options: GroupWriterOptions<T>): Promise<void> => {
  const [only] = group
  if (group.length === 1 && only !== undefined) return options.onRefused(only, error)
  const middle = Math.ceil(group.length / 2)
  await writePatiently(group.slice(0, middle), options)
  await writePatiently(group.slice(middle), options)
}

/** Classes of SQLSTATE that repeating does not mend: data, integrity, syntax, limits. */
const refusals = new Set(['22', '23', '42', '54'])

const isRefusal = (error: Error): boolean =>
  'code' in error && typeof error.code === 'string' && error.code.length === 5 && refusals.has(error.code.slice(0, 2))
