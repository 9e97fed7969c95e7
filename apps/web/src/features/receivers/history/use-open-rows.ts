import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { z } from 'zod'

const OpenRowsState = z.object({ openRows: z.array(z.string()) })

/** Which rows stand open. The window's history keeps it, so that Back and a reload find them so. */
export function useOpenRows() {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const openIds: ReadonlySet<string> = useMemo(() => {
    const kept = OpenRowsState.safeParse(state)
    return new Set(kept.success ? kept.data.openRows : [])
  }, [state])

  const toggle = useCallback(
    (id: string) => {
      const openRows = openIds.has(id) ? [...openIds].filter((open) => open !== id) : [...openIds, id]
      void navigate({ pathname, search }, { replace: true, preventScrollReset: true, state: { openRows } })
    },
    [navigate, openIds, pathname, search],
  )
  return { openIds, toggle }
}

export type OpenRows = ReturnType<typeof useOpenRows>
