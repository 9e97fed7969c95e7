import { useEffect, useState, useSyncExternalStore } from 'react'

/**
 * The execution that is pointed at, in the chart or in the table. It is no state of the page: pointing draws the two rows
 * again that it leaves and comes to, and nothing that is open between them.
 */
export interface Mark {
  get: () => string | null
  set: (id: string | null) => void
  subscribe: (listener: () => void) => () => void
}

export function createMark(): Mark {
  const listeners = new Set<() => void>()
  let marked: string | null = null
  return {
    get: () => marked,
    set: (id) => {
      if (id === marked) return
      marked = id
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** The mark of one history. A row that the pointer was on when the page was turned is no longer pointed at. */
export function useMark(page: number): Mark {
  const [mark] = useState(createMark)
  useEffect(() => () => mark.set(null), [mark, page])
  return mark
}

/** What is pointed at: the component that calls it is drawn again with each change. */
export const useMarkedId = (mark: Mark): string | null => useSyncExternalStore(mark.subscribe, mark.get)

export const useIsMarked = (mark: Mark, id: string): boolean =>
  useSyncExternalStore(mark.subscribe, () => mark.get() === id)
