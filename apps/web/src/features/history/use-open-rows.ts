import { startTransition, useCallback, useMemo, useOptimistic } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { z } from 'zod'

const OpenRowsState = z.looseObject({ openRows: z.array(z.string()) })

export interface OpenRows {
  isOpen: (id: string) => boolean
  toggle: (id: string) => void
  count: number
}

/**
 * Which rows are open. They are stored in the window's history, so that Back and a reload restore them.
 * The row that the URL names is open until it is closed.
 */
export function useOpenRows(linkedId?: string): OpenRows {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const storedIds: ReadonlySet<string> = useMemo(() => {
    const stored = OpenRowsState.safeParse(state)
    if (stored.success) return new Set(stored.data.openRows)
    return new Set(linkedId === undefined ? [] : [linkedId])
  }, [state, linkedId])
  // A navigation draws the whole page anew, twice: a row does not wait for it.
  const [openIds, setOpenIds] = useOptimistic(storedIds)

  const toggle = useCallback(
    (id: string) => {
      const openRows = openIds.has(id) ? [...openIds].filter((open) => open !== id) : [...openIds, id]
      const kept = { ...(state as object | null), openRows }
      startTransition(async () => {
        setOpenIds(new Set(openRows))
        await navigate({ pathname, search }, { replace: true, preventScrollReset: true, state: kept })
      })
    },
    [navigate, openIds, setOpenIds, pathname, search, state],
  )
  return { isOpen: (id) => openIds.has(id), toggle, count: openIds.size }
}
