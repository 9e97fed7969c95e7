import { defaultMaxTaskNumber } from '@knockwire/domain/accounts/account'
import { pageSizes } from '@knockwire/domain/page'
import type { TaskPage } from '@knockwire/domain/tasks/task'
import { Anchor, Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPlus, IconSearchOff } from '@tabler/icons-react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { EmptyState, ErrorState } from '../../../components/ui/empty-state.tsx'
import { ListPages } from '../../../components/ui/list-pages.tsx'
import { PageHeader } from '../../../components/ui/page-header.tsx'
import { Panel } from '../../../components/ui/panel.tsx'
import { SectionBoundary } from '../../../components/ui/section-boundary.tsx'
import { useAccount } from '../../../lib/account.ts'
import { EmptyTaskList } from './empty-task-list.tsx'
import { SearchBox } from './search-box.tsx'
import { SortSelect, useSortKey } from './sort-select.tsx'
import { type ListParams, readListParams, useTaskList, useTaskTotal, writeListParams } from './task-list-queries.ts'
import classes from './task-list.module.css'
import { TaskCards, TaskListSkeleton, TaskTable } from './task-table.tsx'

/** At the plan's limit it offers an upgrade [TL-19, TL-20, TL-21]. */
export function CreateTaskButton({ isLimitReached }: { isLimitReached: boolean }) {
  const navigate = useNavigate()
  if (!isLimitReached) {
    return (
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => void navigate('/dashboard/drafts/new')}>
        Create task
      </Button>
    )
  }
  return (
    <>
      <Button disabled>Create task (upgrade needed)</Button>
      <Anchor component={Link} to="/dashboard/account" className={classes.upgrade}>
        Upgrade
      </Anchor>
    </>
  )
}

export function TaskList() {
  const [searchParams, setSearchParams] = useSearchParams()
  const params = readListParams(searchParams)
  const { sortKey, choose } = useSortKey()
  const { data, error, isPlaceholderData, refetch } = useTaskList({ ...params, sortKey })
  const maxTaskNumber = useAccount().data?.maxTaskNumber ?? defaultMaxTaskNumber
  const total = useTaskTotal(params.search === '' ? data : undefined)
  const go = (next: Partial<ListParams>, replace = false) =>
    setSearchParams(writeListParams({ ...params, ...next }), { replace })
  const sort = (next: typeof sortKey) => {
    choose(next)
    go({ page: 0 }, true)
  }
  return (
    <>
      <PageHeader title="Tasks" actions={<CreateTaskButton isLimitReached={total >= maxTaskNumber} />} />
      <div className={classes.tools} role="search">
        <SearchBox value={params.search} onSearch={(search) => go({ search, page: 0 }, true)} />
        <SortSelect value={sortKey} onChange={sort} />
      </div>
      <SectionBoundary section="The task list">
        <div data-stale={isPlaceholderData || undefined} className={classes.list}>
          <Panel flush>
            <ListBody data={data} error={error} search={params.search} onRetry={() => void refetch()} />
          </Panel>
          {data !== undefined && data.total > 0 && (
            <ListPages
              total={data.total}
              pageSize={pageSizes.tasks}
              page={params.page}
              things="tasks"
              onChange={(page) => go({ page })}
            />
          )}
        </div>
      </SectionBoundary>
    </>
  )
}

interface ListBodyProps {
  data: TaskPage | undefined
  error: Error | null
  search: string
  onRetry: () => void
}

function ListBody({ data, error, search, onRetry }: ListBodyProps) {
  const isPhone = useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false })
  if (data === undefined) {
    return error === null ? (
      <TaskListSkeleton isPhone={isPhone} />
    ) : (
      <ErrorState title="The task list could not be loaded." error={error} onRetry={onRetry} />
    )
  }
  if (data.total === 0 && search === '') return <EmptyTaskList />
  if (data.total === 0) return <EmptyState icon={<IconSearchOff size={24} />} title="No such task found." />
  if (data.results.length === 0) return <EmptyState title="There are no tasks on this page." />
  return isPhone ? <TaskCards tasks={data.results} /> : <TaskTable tasks={data.results} />
}
