import { useState } from 'react'
import type { HistoryPage } from './queries.ts'

interface Arrivals {
  page: HistoryPage | undefined
  ids: ReadonlySet<string>
}

const none: ReadonlySet<string> = new Set()

/** The requests that came while the first page was in sight, in its last change. */
export function useArrivals(page: HistoryPage | undefined): ReadonlySet<string> {
  const [arrivals, setArrivals] = useState<Arrivals>({ page, ids: none })
  if (arrivals.page === page) return arrivals.ids
  const next = { page, ids: newerThan(arrivals.page, page) }
  setArrivals(next)
  return next.ids
}

/** Ids grow with time, so what came later than the newest that was known has a greater one. */
export function newerThan(before: HistoryPage | undefined, after: HistoryPage | undefined): ReadonlySet<string> {
  if (before?.page !== 0 || after?.page !== 0) return none
  const top = before.results[0]?.id ?? ''
  return new Set(after.results.map(({ id }) => id).filter((id) => id > top))
}
