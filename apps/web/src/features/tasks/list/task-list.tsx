import { defaultMaxTaskNumber } from '@knockwire/domain/plans/plans'
import { pageSizes } from '@knockwire/domain/page-sizes'
import type { TaskListItem, TaskPage, TaskState } from '@knockwire/domain/tasks/task'
import { Anchor, Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPlus, IconSearchOff } from '@tabler/icons-react'
import { Link, useNavigate } from 'react-router'
import { useQueryClient } from '@tanstack/react-query'
import { useAddressState } from '../../../lib/navigation/address-state.ts'
import { paths } from '../../../lib/navigation/paths.ts'
import { usePageNavigate } from '../../../lib/navigation/use-page-navigate.ts'
import { ListFrame } from '../../../components/list/list-frame.tsx'
import { type FilterOption, StatusFilter, StatusFilterSkeleton } from '../../../components/list/status-filter.tsx'
import { type BulkCalls, useBulkActions } from '../../../components/list/use-bulk-actions.tsx'
import { type SelectableRow, type Selection, useSelection } from '../../../components/list/use-selection.ts'
import { EmptyState, ErrorState } from '../../../components/ui/feedback/empty-state.tsx'
import { PageHeader } from '../../../components/ui/layout/page-header.tsx'
import { SectionBoundary } from '../../../components/ui/feedback/section-boundary.tsx'
import { useAccount, useIsBillingConfigured, useViewOnly } from '../../../lib/session/account.ts'
import { hasPlans } from '../../../lib/session/instance.ts'
import { hasSettled } from '../../../lib/api/query-state.ts'
import { useHiddenIds } from '../../../lib/api/pending-deletions.ts'
import { useLastPage } from '../../../components/list/use-last-page.ts'
import { useDeferredArrival } from '../../../lib/browser/use-deferred-arrival.ts'
import {
  activateTask,
  deactivateTask,
  deleteTasks,
  duplicateTask,
  getTask,
  taskListKey,
  useDrafts,
} from '../task-queries.ts'
import { TaskDrafts } from '../draft/draft-list.tsx'
import { EmptyTaskList } from './empty-task-list.tsx'
import { SearchBox } from './search-box.tsx'
import { SortSelect, useSortKey } from './sort-select.tsx'
import { type ListParams, listParams, useTaskList } from './task-list-queries.ts'
import listClasses from '../../../components/list/rows.module.css'
import classes from './task-list.module.css'
import { TaskCards, TaskListSkeleton, TaskTable } from './task-table.tsx'

/** At the limit it offers an upgrade, where there are plans [TL-19, TL-20, TL-21]. */
export function CreateTaskButton({ isLimitReached }: { isLimitReached: boolean }) {
  const navigate = useNavigate()
  const viewOnly = useViewOnly()
  const isSold = useIsBillingConfigured()
  if (!isLimitReached) {
    return (
      <Button
        data-create
        {...viewOnly}
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => void navigate(paths.newDraft)}
      >
        Create task
      </Button>
    )
  }
  return (
    <>
      <Button disabled>Create task ({hasPlans ? 'upgrade needed' : 'limit reached'})</Button>
      {isSold && (
        <Anchor component={Link} to={paths.account} className={listClasses.upgrade}>
          Upgrade
        </Anchor>
      )}
    </>
  )
}

export function TaskList() {
  const [params, change] = useAddressState(listParams)
  const { sortKey, choose } = useSortKey()
  const hidden = useHiddenIds()
  const { data: loaded, error, isPlaceholderData, refetch } = useTaskList({ ...params, sortKey, without: hidden })
  // The drafts stand above the list, so it is shown with them.
  const data = useDeferredArrival(hasSettled(useDrafts()) ? loaded : undefined)
  const maxTaskNumber = useAccount().data?.maxTaskNumber ?? defaultMaxTaskNumber
  const shown = data && { ...data, results: data.results.filter(({ id }) => !hidden.includes(id)) }
  const selection = useSelection(shown?.results.map(selectable) ?? [])
  const actions = useBulkActions(useTaskCalls())
  const client = useQueryClient()
  const matching = shown && {
    shown: shown.results.length,
    total: shown.total,
    things: 'tasks',
    activate: async () => {
      const { activateMatching } = await import('./activate-matching.ts')
      await activateMatching(params)
      await client.invalidateQueries({ queryKey: taskListKey })
    },
  }
  const isEmpty = data?.taskCount === 0 && params.search === ''
  const go = (changes: Partial<ListParams>, replace = false) => change(changes, { replace })
  useLastPage(params.page, isPlaceholderData ? undefined : data, pageSizes.tasks, (page) => go({ page }, true))
  const sort = (next: typeof sortKey) => {
    choose(next)
    go({ page: 0 }, true)
  }
  return (
    <>
      <PageHeader
        title="Tasks"
        actions={<CreateTaskButton isLimitReached={data !== undefined && data.taskCount >= maxTaskNumber} />}
      />
      <div className={classes.tools} role="search" data-idle={isEmpty || undefined}>
        <SearchBox value={params.search} onSearch={(search) => go({ search, page: 0 }, true)} />
        <SortSelect value={sortKey} onChange={sort} />
      </div>
      {data === undefined && error === null && <StatusFilterSkeleton />}
      {data !== undefined && (totalOf(data) > 0 || (params.search !== '' && data.taskCount > 0)) && (
        <StatusFilter
          label="Show tasks"
          options={filterOptions(data)}
          value={params.status}
          onChange={(status) => go({ status, page: 0 })}
        />
      )}
      {(data !== undefined || error !== null) && (
        <SectionBoundary section="The drafts">
          <TaskDrafts />
        </SectionBoundary>
      )}
      <ListFrame
        // The rows do not stand where the skeleton did: below the drafts.
        key={data === undefined ? 'loading' : 'loaded'}
        thing="task"
        selection={selection}
        actions={actions}
        matching={matching}
        isStale={isPlaceholderData}
        total={data?.total}
        pageSize={pageSizes.tasks}
        page={params.page}
        onPage={(page) => go({ page })}
      >
        <ListBody
          data={shown}
          error={error}
          isFiltered={params.search !== '' || params.status !== undefined}
          selection={selection}
          onRetry={() => void refetch()}
        />
      </ListFrame>
    </>
  )
}

/** Each is active or disabled; those that fail are some of both. */
const totalOf = ({ counts }: TaskPage): number => counts.ACTIVE + counts.DISABLED

const filterOptions = (data: TaskPage): FilterOption<TaskState>[] => [
  { status: undefined, label: 'All', count: totalOf(data) },
  { status: 'FAILING', label: 'Failing', count: data.counts.FAILING, tone: 'bad' },
  { status: 'ACTIVE', label: 'Active', count: data.counts.ACTIVE },
  { status: 'DISABLED', label: 'Disabled', count: data.counts.DISABLED },
]

const selectable = (task: TaskListItem): SelectableRow => ({
  id: task.id,
  title: task.name ?? task.request.target.uri,
  isActive: task.status === 'ACTIVE',
})

function useTaskCalls(): BulkCalls {
  const client = useQueryClient()
  const navigate = usePageNavigate()
  return {
    thing: 'task',
    status: async (id) => (await getTask(id)).status,
    activate: activateTask,
    deactivate: deactivateTask,
    remove: async (ids, options) => {
      const deleted = await deleteTasks(ids, options)
      // Pages as they were with them would be shown first.
      client.removeQueries({ queryKey: taskListKey, type: 'inactive' })
      return deleted
    },
    duplicate: async (id) => navigate(paths.draft((await duplicateTask(client, id)).id)),
    refresh: () => client.invalidateQueries({ queryKey: taskListKey }),
  }
}

interface ListBodyProps {
  data: TaskPage | undefined
  error: Error | null
  /** By search or state. */
  isFiltered: boolean
  selection: Selection
  onRetry: () => void
}

function ListBody({ data, error, isFiltered, selection, onRetry }: ListBodyProps) {
  const isPhone = useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false })
  if (data === undefined) {
    return error === null ? (
      <TaskListSkeleton isPhone={isPhone} />
    ) : (
      <ErrorState title="The task list could not be loaded." error={error} onRetry={onRetry} />
    )
  }
  if (data.total === 0 && !isFiltered) return <EmptyTaskList />
  if (data.total === 0) return <EmptyState icon={<IconSearchOff size={24} />} title="No such task found." />
  if (data.results.length === 0) return <EmptyState title="There are no tasks on this page." />
  const props = { tasks: data.results, selection }
  return isPhone ? <TaskCards {...props} /> : <TaskTable {...props} />
}
