import { receiverStatuses } from '@knockwire/domain/receivers/receiver-rules'
import { pageSizes } from '@knockwire/domain/page-sizes'
import type { ReceiverListItem, ReceiverPage } from '@knockwire/domain/receivers/receiver'
import { useMediaQuery } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { optionParam, pageParam, useAddressState } from '../../../lib/navigation/address-state.ts'
import { paths } from '../../../lib/navigation/paths.ts'
import { usePageNavigate } from '../../../lib/navigation/use-page-navigate.ts'
import { ListFrame } from '../../../components/list/list-frame.tsx'
import { type FilterOption, StatusFilter, StatusFilterSkeleton } from '../../../components/list/status-filter.tsx'
import { type BulkCalls, useBulkActions } from '../../../components/list/use-bulk-actions.tsx'
import { type SelectableRow, type Selection, useSelection } from '../../../components/list/use-selection.ts'
import { EmptyState, ErrorState } from '../../../components/ui/feedback/empty-state.tsx'
import { PageHeader } from '../../../components/ui/layout/page-header.tsx'
import { SectionBoundary } from '../../../components/ui/feedback/section-boundary.tsx'
import { useLimits } from '../../../lib/session/limits.ts'
import { hasSettled } from '../../../lib/api/query-state.ts'
import { useHiddenIds } from '../../../lib/api/pending-deletions.ts'
import { useLastPage } from '../../../components/list/use-last-page.ts'
import { useDeferredArrival } from '../../../lib/browser/use-deferred-arrival.ts'
import { CreateReceiverButton, EmptyReceiverList } from './create-receiver-button.tsx'
import {
  activateReceiver,
  deactivateReceiver,
  deleteReceivers,
  duplicateReceiver,
  getReceiver,
  receiverListKey,
  useReceiverDrafts,
  useReceiverList,
} from '../receiver-queries.ts'
import { heartbeatLabels } from '../expectation/heartbeat-labels.ts'
import { ReceiverDrafts } from './receiver-drafts.tsx'
import { ReceiverCards, ReceiverListSkeleton, ReceiverTable } from './receiver-table.tsx'
import { findOption } from '../../../lib/format/options.ts'

export function ReceiverList() {
  const [{ page, status: shownOnly }, change] = useAddressState(listParams)
  const status = findOption(receiverStatuses, shownOnly)
  const heartbeat = findOption(heartbeatFilters, shownOnly)
  const hidden = useHiddenIds()
  const {
    data: loaded,
    error,
    isPlaceholderData,
    refetch,
  } = useReceiverList({ page, status, heartbeat, without: hidden })
  // The drafts stand above the list, so it is shown with them.
  const data = useDeferredArrival(hasSettled(useReceiverDrafts()) ? loaded : undefined)
  const shown = data && { ...data, results: data.results.filter(({ id }) => !hidden.includes(id)) }
  const selection = useSelection(shown?.results.map(selectable) ?? [])
  const actions = useBulkActions(useReceiverCalls())
  useLastPage(page, isPlaceholderData ? undefined : data, pageSizes.receivers, (last) =>
    change({ page: last }, { replace: true }),
  )
  return (
    <>
      <PageHeader title="Receivers" actions={<CreateReceiverButton isLimitReached={useIsLimitReached(data)} />} />
      {data === undefined && error === null && <StatusFilterSkeleton />}
      {data !== undefined && data.counts.ACTIVE + data.counts.DISABLED > 0 && (
        <StatusFilter
          label="Show receivers"
          options={filterOptions(data)}
          value={shownOnly}
          onChange={(next) => change({ page: 0, status: next }, { replace: false })}
        />
      )}
      {(data !== undefined || error !== null) && (
        <SectionBoundary section="The drafts">
          <ReceiverDrafts />
        </SectionBoundary>
      )}
      <ListFrame
        // The rows do not stand where the skeleton did: below the drafts.
        key={data === undefined ? 'loading' : 'loaded'}
        thing="receiver"
        selection={selection}
        actions={actions}
        isStale={isPlaceholderData}
        total={data?.total}
        pageSize={pageSizes.receivers}
        page={page}
        onPage={(next) => change({ page: next }, { replace: false })}
      >
        <ListBody
          data={shown}
          error={error}
          isFiltered={shownOnly !== undefined}
          selection={selection}
          onRetry={() => void refetch()}
        />
      </ListFrame>
    </>
  )
}

/** Until the account is known there is no limit to speak of: the server has the last word. */
function useIsLimitReached(data: ReceiverPage | undefined): boolean {
  const limits = useLimits()
  return limits !== undefined && data !== undefined && data.receiverCount >= limits.receivers
}

/** A heartbeat that is paused is a receiver that is disabled. */
const heartbeatFilters = ['DOWN', 'LATE', 'RUNNING', 'UP', 'NEW'] as const
const filters = [...receiverStatuses, ...heartbeatFilters] as const
type ReceiverFilter = (typeof filters)[number]

const listParams = { status: optionParam(filters), page: pageParam }

/** States of heartbeats are offered where there are any. */
const filterOptions = ({ counts, heartbeats }: ReceiverPage): FilterOption<ReceiverFilter>[] => [
  { status: undefined, label: 'All', count: counts.ACTIVE + counts.DISABLED },
  { status: 'ACTIVE', label: 'Active', count: counts.ACTIVE },
  { status: 'DISABLED', label: 'Disabled', count: counts.DISABLED },
  ...heartbeatFilters
    .filter((state) => heartbeats[state] > 0)
    .map((state) => ({
      status: state,
      label: heartbeatLabels[state].label,
      count: heartbeats[state],
      ...(state === 'DOWN' && { tone: 'bad' as const }),
    })),
]

const selectable = ({ id, name, status }: ReceiverListItem): SelectableRow => ({
  id,
  title: name,
  isActive: status === 'ACTIVE',
})

function useReceiverCalls(): BulkCalls {
  const client = useQueryClient()
  const navigate = usePageNavigate()
  return {
    thing: 'receiver',
    status: async (id) => (await getReceiver(id)).status,
    activate: activateReceiver,
    deactivate: deactivateReceiver,
    remove: async (ids, options) => {
      const deleted = await deleteReceivers(ids, options)
      // Pages as they were with them would be shown first.
      client.removeQueries({ queryKey: receiverListKey, type: 'inactive' })
      return deleted
    },
    duplicate: async (id) => navigate(paths.receiver((await duplicateReceiver(id)).id)),
    refresh: () => client.invalidateQueries({ queryKey: receiverListKey }),
  }
}

interface ListBodyProps {
  data: ReceiverPage | undefined
  error: Error | null
  /** By status. */
  isFiltered: boolean
  selection: Selection
  onRetry: () => void
}

function ListBody({ data, error, isFiltered, selection, onRetry }: ListBodyProps) {
  const isPhone = useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false })
  if (data === undefined) {
    return error === null ? (
      <ReceiverListSkeleton isPhone={isPhone} />
    ) : (
      <ErrorState title="The receiver list could not be loaded." error={error} onRetry={onRetry} />
    )
  }
  if (data.total === 0 && isFiltered) return <EmptyState title="No such receiver found." />
  if (data.total === 0) return <EmptyReceiverList />
  if (data.results.length === 0) return <EmptyState title="There are no receivers on this page." />
  const props = { receivers: data.results, selection }
  return isPhone ? <ReceiverCards {...props} /> : <ReceiverTable {...props} />
}
