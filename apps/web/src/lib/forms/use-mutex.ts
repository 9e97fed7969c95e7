import { useMemo, useRef } from 'react'

interface Mutex {
  /** False while it is locked: then nothing is to be done. */
  tryAcquire: () => boolean
  release: () => void
}

/** For what must not be done twice at once: a second key press comes before the page shows that the first one is being handled. */
export function useMutex(): Mutex {
  const isLocked = useRef(false)
  return useMemo(
    () => ({
      tryAcquire: () => {
        if (isLocked.current) return false
        isLocked.current = true
        return true
      },
      release: () => {
        isLocked.current = false
      },
    }),
    [],
  )
}
