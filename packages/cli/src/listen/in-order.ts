/**
 * Works on so many items at once, begun in their order, and says how far all are done: only what lies behind every item that is still being
 * worked on is settled.
 */
export interface InOrder<T> {
  /** Waits until there is room, and begins the item. */
  add: (item: T) => Promise<void>
  /** Until all that were begun have ended. */
  drain: () => Promise<void>
}

export function inOrder<T>(
  most: number,
  work: (item: T) => Promise<boolean>,
  onSettled: (item: T) => void,
): InOrder<T> {
  const begun: { item: T; state: 'working' | 'done' | 'not done' }[] = []
  const running = new Set<Promise<void>>()
  const settle = () => {
    while (begun[0]?.state === 'done') {
      const [first] = begun.splice(0, 1)
      if (first !== undefined) onSettled(first.item)
    }
  }
  return {
    add: async (item) => {
      while (running.size >= most) await Promise.race(running)
      const entry: (typeof begun)[number] = { item, state: 'working' }
      begun.push(entry)
      const run = async () => {
        entry.state = (await work(item)) ? 'done' : 'not done'
        settle()
      }
      const one: Promise<void> = run().finally(() => running.delete(one))
      running.add(one)
    },
    drain: async () => {
      await Promise.all(running)
    },
  }
}
