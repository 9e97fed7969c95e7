import { useMemo, useRef } from 'react'

interface OneAtATime {
  /** False while what was begun has not ended: then nothing is to be done. */
  begin: () => boolean
  end: () => void
}

/** For what must not be done twice at once: a second press of the keys comes before the page shows the first one's work. */
export function useOneAtATime(): OneAtATime {
  const isUnderWay = useRef(false)
  return useMemo(
    () => ({
      begin: () => {
        if (isUnderWay.current) return false
        isUnderWay.current = true
        return true
      },
      end: () => {
        isUnderWay.current = false
      },
    }),
    [],
  )
}
