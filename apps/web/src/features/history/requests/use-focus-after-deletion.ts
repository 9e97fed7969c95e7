import { useEffect, useRef } from 'react'
import type { RequestsToDelete } from './request-queries.ts'

interface Rows {
  rows: readonly { id: string }[]
}

/** What had the focus goes with a deleted request: it passes to the row that takes its place, or to the page. */
export function useFocusAfterDeletion(data: Rows | undefined) {
  const requested = useRef({ id: null as string | null, place: 0 })
  const isDeleted = useRef(false)
  useEffect(() => {
    if (!isDeleted.current || data === undefined) return
    const { id, place } = requested.current
    const isShown = id === null ? data.rows.length > 0 : data.rows.some((row) => row.id === id)
    if (isShown) return
    isDeleted.current = false
    const toggles = document.querySelectorAll<HTMLElement>('[data-row-toggle]')
    const next = toggles[Math.min(place, toggles.length - 1)] ?? document.querySelector<HTMLElement>('main')
    next?.focus()
  }, [data])
  return {
    onRequested: ({ requestId }: RequestsToDelete) => {
      requested.current = { id: requestId, place: data?.rows.findIndex(({ id }) => id === requestId) ?? 0 }
    },
    onDeleted: () => {
      isDeleted.current = true
    },
  }
}
