import { VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconSearchOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useEffectEvent } from 'react'
import { useHasSettled } from '../../lib/api/query-state.ts'
import { useHiddenIds } from '../../lib/api/pending-deletions.ts'
import { ownerDraftsKey, ownerListKey } from '../../lib/api/query-keys.ts'
import { useDeferredArrival } from '../../lib/browser/use-deferred-arrival.ts'
import { exactNumber } from '../../lib/format/format.ts'
import { useAddressState } from '../../lib/navigation/address-state.ts'
import { lazyPart } from '../../lib/navigation/lazy-part.ts'
import { usePageNavigate } from '../../lib/navigation/use-page-navigate.ts'
import type { OwnerKind } from '../../lib/owners/owner-kind.ts'
import { useDrafts, useOwnerList } from '../../lib/owners/owner-queries.ts'
import { EmptyState, ErrorState } from '../ui/feedback/empty-state.tsx'
import { NotLoaded } from '../ui/feedback/not-loaded.tsx'
import { SectionBoundary } from '../ui/feedback/section-boundary.tsx'
import { ListPages } from '../ui/layout/list-pages.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { CreateButton, EmptyList } from './create-owner.tsx'
import { DraftList } from './draft-list.tsx'
import type { ListedOwner, ListState, OwnerListKind, OwnerPage } from './owner-list-kind.ts'
import { OwnerCards, OwnerListSkeleton, OwnerTable } from './owner-rows.tsx'
import { ListTools } from './filters/list-tools.tsx'
import listClasses from './rows.module.css'
import { StatusFilter, StatusFilterSkeleton } from './filters/status-filter.tsx'
import { type BulkCalls, useBulkActions } from './use-bulk-actions.tsx'
import { type Selection, useSelection } from './use-selection.ts'

// Loaded with the first row that is chosen.
const SelectionBar = lazyPart(async () => (await import('./selection-bar.tsx')).SelectionBar)

type GoTo = (changes: Partial<ListState>, options?: { replace: boolean }) => void

interface OwnerListProps<Item extends ListedOwner, Page extends OwnerPage<Item>, Input> {
  list: OwnerListKind<Item, Page, Input>
  /** How many of them the account may have; undefined until that is known: the server has the last word. */
  limit: number | undefined
  /** What the call is given beside what the address says. */
  query?: Readonly<Record<string, string>>
  /** The choice of an order, beside the search. */
  renderOrder?: (showFirstPage: () => void) => ReactNode
}

/** The list of a kind of owner: its states and pages, what can be done with several rows at once, and its drafts above. */
export function OwnerList<Item extends ListedOwner, Page extends OwnerPage<Item>, Input>({
  list,
  limit,
  query = {},
  renderOrder,
}: OwnerListProps<Item, Page, Input>) {
  const { owner, pageSize } = list
  const { kind, title } = owner
  const [state, change] = useAddressState(list.params)
  const goTo: GoTo = (changes, options = { replace: false }) => change(changes, options)
  const hidden = useHiddenIds()
  const request = { page: state.page, size: pageSize, query: { ...query, ...list.queryOf(state) }, without: hidden }
  const { data: loaded, error, isPlaceholderData, refetch } = useOwnerList<Page>(owner, request)
  const drafts = useDrafts(owner)
  // The drafts stand above the list, so it is shown with them.
  const data = useDeferredArrival(useHasSettled(drafts) ? loaded : undefined)
  const shown = data?.results.filter(({ id }) => !hidden.includes(id))
  const selection = useSelection((shown ?? []).map((item) => list.selectable(item)))
  const actions = useBulkActions(useBulkCalls(owner))
  const client = useQueryClient()
  const { activateMatching } = list
  const matching = data &&
    activateMatching && {
      shown: shown?.length ?? 0,
      total: data.total,
      things: `${kind}s`,
      activate: async () => {
        await activateMatching(state)
        await client.invalidateQueries({ queryKey: ownerListKey(kind) })
      },
    }
  const isSearched = state.search !== ''
  const isFiltered = isSearched || state.status !== undefined
  useLastPage(state.page, isPlaceholderData ? undefined : data, pageSize, (page) => goTo({ page }, { replace: true }))
  const count = data && list.countOf(data)
  const stateCount = data ? data.counts.ACTIVE + data.counts.DISABLED : 0
  return (
    <>
      <PageHeader
        title={`${title}s`}
        actions={
          <CreateButton
            owner={owner}
            newDraftPath={list.newDraftPath}
            isLimitReached={limit !== undefined && count !== undefined && count >= limit}
          />
        }
      />
      <ListTools
        things={`${kind}s`}
        search={state.search}
        onSearch={(search) => goTo({ search, page: 0 }, { replace: true })}
        isEmpty={count === 0 && !isSearched}
      >
        {renderOrder?.(() => goTo({ page: 0 }, { replace: true }))}
      </ListTools>
      {data === undefined && error === null && <StatusFilterSkeleton />}
      {data !== undefined && (stateCount > 0 || (isSearched && count !== 0)) && (
        <StatusFilter
          label={`Show ${kind}s`}
          options={[{ status: undefined, label: 'All', count: stateCount }, ...list.filtersOf(data)]}
          value={state.status}
          onChange={(status) => goTo({ status, page: 0 })}
        />
      )}
      <VisuallyHidden role="status">
        {data !== undefined && !isPlaceholderData && isFiltered && foundText(data.total, kind)}
      </VisuallyHidden>
      {(data !== undefined || error !== null) && (
        <SectionBoundary section="The drafts">
          {drafts.data === undefined && drafts.isError ? (
            <NotLoaded what="Your drafts" error={drafts.error} onRetry={() => void drafts.refetch()} />
          ) : (
            <DraftList owner={owner} drafts={drafts.data ?? []} />
          )}
        </SectionBoundary>
      )}
      {/* The rows do not stand where the skeleton did: below the drafts. */}
      <SectionBoundary key={data === undefined ? 'loading' : 'loaded'} section={`The ${kind} list`}>
        <div data-stale={isPlaceholderData || undefined} className={listClasses.list}>
          <Panel flush>
            <ListBody
              list={list}
              items={shown}
              total={data?.total ?? 0}
              error={error}
              isFiltered={isFiltered}
              selection={selection}
              onRetry={() => void refetch()}
            />
          </Panel>
          {selection.ids.length > 0 && (
            <Suspense fallback={null}>
              <SelectionBar thing={kind} selection={selection} actions={actions} matching={matching} />
            </Suspense>
          )}
          {data !== undefined && data.total > 0 && (
            <ListPages
              pageSize={pageSize}
              page={state.page}
              total={data.total}
              things={`${kind}s`}
              onChange={(page) => goTo({ page })}
            />
          )}
        </div>
      </SectionBoundary>
    </>
  )
}

/** What a search or a filter has found, for those who do not see the rows change. */
function foundText(total: number, kind: string): string {
  if (total === 0) return `No ${kind} found`
  return total === 1 ? `1 ${kind} found` : `${exactNumber(total)} ${kind}s found`
}

interface LoadedPage {
  total: number
  /** Counts from 0. */
  page: number
}

/** Goes to the last page where the one of the address is behind it: all of its rows may have been deleted. */
function useLastPage(page: number, loaded: LoadedPage | undefined, pageSize: number, go: (page: number) => void): void {
  const last = loaded === undefined ? page : Math.max(0, Math.ceil(loaded.total / pageSize) - 1)
  const isBehind = loaded?.page === page && page > last
  const leave = useEffectEvent(() => go(last))
  useEffect(() => {
    if (isBehind) leave()
  }, [isBehind])
}

function useBulkCalls(owner: OwnerKind<{ status: string }, never, unknown>): BulkCalls {
  const client = useQueryClient()
  const navigate = usePageNavigate()
  const queryKey = ownerListKey(owner.kind)
  return {
    thing: owner.kind,
    status: async (id) => (await owner.get(id)).status,
    activate: owner.activate,
    deactivate: owner.deactivate,
    remove: async (ids, options) => {
      const deleted = await owner.removeMany(ids, options)
      // Pages as they were with them would be shown first.
      client.removeQueries({ queryKey, type: 'inactive' })
      return deleted
    },
    duplicate: async (id) => {
      const copy = await owner.duplicate(id)
      void client.invalidateQueries({ queryKey: ownerDraftsKey(owner.kind) })
      return navigate(owner.draftPath(copy.id))
    },
    refresh: () => client.invalidateQueries({ queryKey }),
  }
}

interface ListBodyProps<Item extends ListedOwner, Page extends OwnerPage<Item>, Input> {
  list: OwnerListKind<Item, Page, Input>
  /** Undefined until they are loaded. */
  items: readonly Item[] | undefined
  /** On all pages. */
  total: number
  error: Error | null
  /** By search or state. */
  isFiltered: boolean
  selection: Selection
  onRetry: () => void
}

function ListBody<Item extends ListedOwner, Page extends OwnerPage<Item>, Input>(
  props: ListBodyProps<Item, Page, Input>,
) {
  const { list, items, total, error, isFiltered, selection, onRetry } = props
  const { kind } = list.owner
  const isPhone = useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false })
  if (items === undefined) {
    return error === null ? (
      <OwnerListSkeleton list={list} isPhone={isPhone} />
    ) : (
      <ErrorState title={`The ${kind} list could not be loaded.`} error={error} onRetry={onRetry} />
    )
  }
  if (total === 0 && isFiltered)
    return <EmptyState icon={<IconSearchOff size={24} />} title={`No such ${kind} found.`} />
  if (total === 0) return <EmptyList owner={list.owner} empty={list.empty} />
  if (items.length === 0) return <EmptyState title={`There are no ${kind}s on this page.`} />
  const Rows = isPhone ? OwnerCards : OwnerTable
  return <Rows list={list} items={items} selection={selection} />
}
