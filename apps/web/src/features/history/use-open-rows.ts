import { useCallback, useState } from 'react'

export interface OpenRows {
  isOpen: (id: string) => boolean
  toggle: (id: string) => void
}

/** Which rows stand open; a row that the URL names is open until it is closed. */
export const useOpenRows = (linkedId: string | undefined): OpenRows => {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback((id: string) => {
    setToggled((before) => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })
  }, [])
  return { isOpen: (id) => toggled.has(id) !== (id === linkedId), toggle }
}
