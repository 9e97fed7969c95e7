import { useCallback, useEffect, useState } from 'react'

export interface OpenRows {
  isOpen: (id: string) => boolean
  toggle: (id: string) => void
}

/** Which rows stand open; a row that the URL names opens by itself. */
export const useOpenRows = (linkedId: string | undefined): OpenRows => {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    if (linkedId !== undefined) setOpen((before) => new Set(before).add(linkedId))
  }, [linkedId])
  const toggle = useCallback((id: string) => {
    setOpen((before) => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })
  }, [])
  return { isOpen: (id) => open.has(id), toggle }
}
