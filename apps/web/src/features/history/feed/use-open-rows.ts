import { startTransition, useCallback, useMemo, useOptimistic } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** The ids that the window's history holds, if it holds any. */
function readOpenRows(state: unknown): string[] | undefined {
  const { openRows } = (state ?? {}) as Partial<Record<string, unknown>>
  return Array.isArray(openRows) && openRows.every((id) => typeof id === 'string') ? openRows : undefined
}

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
    return new Set(readOpenRows(state) ?? (linkedId === undefined ? [] : [linkedId]))
  }, [state, linkedId])
  // A navigation draws the whole page again, twice: a row does not wait for it.
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
