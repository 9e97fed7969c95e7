import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { paths } from '../../../lib/navigation/paths.ts'
import { usePageNavigate } from '../../../lib/navigation/use-page-navigate.ts'
import { messageOf } from '../../../lib/api/api-error.ts'
import type { LoadSchema } from '../../../lib/api/schemas.ts'
import type { Owner } from '../../../lib/api/query-keys.ts'
import { snackbar } from '../../../lib/browser/snackbar.ts'
import type { FeedRow, Poll, WholePage } from './feed.ts'
import {
  filterQuery,
  type HistoryFilters,
  readFilters,
  readHistoryPage,
  writeHistoryAddress,
} from '../filters/history-address.ts'
import { holdReasonOf } from './hold-reason.ts'
import { feedKey, useFeed } from './use-feed.ts'
import { useIsReading } from './use-is-reading.ts'
import { useLinkedRow } from './use-linked-row.ts'
import { useOpenRows } from './use-open-rows.ts'

/** What the window's history keeps beside the address: Back and a reload restore it. */
interface LocationState {
  until?: string | undefined
  pointedAt?: string | undefined
}

/** The window's history may hold anything. */
function readLocationState(state: unknown): LocationState {
  const { until, pointedAt } = (state ?? {}) as Partial<Record<string, unknown>>
  return {
    until: typeof until === 'string' ? until : undefined,
    pointedAt: typeof pointedAt === 'string' ? pointedAt : undefined,
  }
}

interface HistoryOptions<T extends FeedRow> {
  owner: Owner
  /** The row that the URL names. */
  rowId: string | undefined
  /** Rows per page. */
  size: number
  schema: LoadSchema<Poll<T>>
  linkedSchema: LoadSchema<{ id: string; _embedded: WholePage<T> }>
}

/**
 * An owner's history as it is looked at: the page, the filters and the opened rows are in the address and the window's
 * history. While a row is open, a later page is shown or Pause is pressed, nothing moves; nor while one reads on below the
 * first row or goes through the rows by the keyboard, and then what came meanwhile appears by itself.
 */
export function useHistory<T extends FeedRow>({ owner, rowId, size, schema, linkedSchema }: HistoryOptions<T>) {
  const [params] = useSearchParams()
  const { state } = useLocation()
  const linked = useLinkedRow({ owner, rowId, listPath: paths.history(owner), schema: linkedSchema })
  const kept = readLocationState(state)
  const search = params.toString()
  const { kind } = owner
  const filters = useMemo(
    () => (rowId === undefined ? readFilters(new URLSearchParams(search), kind) : {}),
    [rowId, search, kind],
  )
  const page = rowId === undefined ? readHistoryPage(params) : (linked.data?.page ?? 0)
  const openRows = useOpenRows(linked.data?.id)
  const [isPaused, setIsPaused] = useState(false)
  const isReading = useIsReading()
  const holdReason = holdReasonOf({
    openRows: openRows.count,
    page,
    isRowSelected: kept.pointedAt !== undefined,
    isReadingRows: isReading,
  })
  const isHeld = isPaused || holdReason !== null
  const feed = useFeed({
    owner,
    size,
    schema,
    shown: { page, filters, until: page === 0 ? undefined : kept.until },
    isEnabled: !linked.isPending,
    isHeld,
  })

  const navigation = useHistoryNavigation({
    owner,
    size,
    schema,
    filters,
    newest: kept.until ?? feed.data?.newest ?? undefined,
  })
  const client = useQueryClient()
  /** Brings what waits, on the first page. */
  const showNew = async () => {
    if (page === 0) await feed.showNew()
    else client.removeQueries({ queryKey: feedKey(owner, { page: 0, filters, until: undefined }) })
    if (page > 0 || rowId !== undefined || kept.pointedAt !== undefined) navigation.goToPage(0)
  }

  const wasReading = useRef(isReading)
  useEffect(() => {
    // Where it fails, the button stays.
    if (wasReading.current && !isHeld && feed.data?.waiting) void feed.showNew().catch(() => {})
    wasReading.current = isReading
  })

  return {
    ...navigation,
    owner,
    feed,
    page,
    size,
    filters,
    isFiltered: filterQuery(filters).size > 0,
    openRows,
    /** The row that the URL names, or that was jumped to. */
    linkedId: linked.data?.id ?? kept.pointedAt,
    isPaused,
    setIsPaused,
    holdReason,
    showNew: () => void showNew().catch((error: unknown) => snackbar.error(messageOf(error))),
    error: linked.error ?? feed.error,
  }
}

export type HistoryOf<T extends FeedRow> = ReturnType<typeof useHistory<T>>

interface HistoryNavigationOptions<T extends FeedRow> extends Pick<HistoryOptions<T>, 'owner' | 'size' | 'schema'> {
  filters: HistoryFilters
  /** The newest row as of which pages are turned. */
  newest: string | undefined
}

/** Navigation from one part of a history to another. */
function useHistoryNavigation<T extends FeedRow>({
  owner,
  size,
  schema,
  filters,
  newest,
}: HistoryNavigationOptions<T>) {
  const navigate = usePageNavigate()
  const [params] = useSearchParams()
  const pathname = paths.history(owner)
  const addressOf = (requested: HistoryFilters, page: number) => ({
    pathname,
    search: writeHistoryAddress(requested, page, params).toString(),
  })
  return {
    goToPage: (page: number) =>
      void navigate(addressOf(filters, page), { state: page === 0 || newest === undefined ? null : { until: newest } }),
    setFilters: (requested: HistoryFilters) => void navigate(addressOf(requested, 0), { preventScrollReset: true }),
    jump: {
      owner,
      filters,
      size,
      schema,
      show: async (shown: number, state: LocationState) => {
        // As the address is once the jump has found its row: other filters may have been chosen, or another range of the chart.
        const now = new URLSearchParams(window.location.search)
        if (filterQuery(readFilters(now, owner.kind)).toString() !== filterQuery(filters).toString()) return
        await navigate({ pathname, search: writeHistoryAddress(filters, shown, now).toString() }, { state })
      },
    },
  }
}
