import { useState } from 'react'
import type { ReceivedRequestRow } from '@knockwire/domain/receivers/receiver'
import type { HistoryPage } from '../poll-with-cursor.ts'

type RequestPage = HistoryPage<ReceivedRequestRow>

interface Arrivals {
  page: RequestPage | undefined
  ids: ReadonlySet<string>
}

const none: ReadonlySet<string> = new Set()

/** The requests that arrived with the last change of the first page while it was shown. */
export function useArrivals(page: RequestPage | undefined): ReadonlySet<string> {
  const [arrivals, setArrivals] = useState<Arrivals>({ page, ids: none })
  if (arrivals.page === page) return arrivals.ids
  const next = { page, ids: newerThan(arrivals.page, page) }
  setArrivals(next)
  return next.ids
}

/** Ids are ordered by time, so that newer requests have greater ids. */
export function newerThan(before: RequestPage | undefined, after: RequestPage | undefined): ReadonlySet<string> {
  if (before?.page !== 0 || after?.page !== 0) return none
  const top = before.results[0]?.id ?? ''
  return new Set(after.results.map(({ id }) => id).filter((id) => id > top))
}
