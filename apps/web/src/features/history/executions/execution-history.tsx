import { Button, Group, Pagination, Stack, Text } from '@mantine/core'
import { pageSizes } from '@knockwire/domain/page'
import type { TaskView } from '@knockwire/domain/tasks/task'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { EmptyState, ErrorState } from '../../../components/ui/empty-state.tsx'
import { Panel } from '../../../components/ui/panel.tsx'
import { chartQueryOf } from '../chart/chart-address.ts'
import { ExecutionsTable, rowId } from './executions-table.tsx'
import { ExecutionChart } from '../chart/execution-chart.tsx'
import { NoExecutionsYet, ExecutionHistorySkeleton } from './execution-history-states.tsx'
import { useExecutionHistory } from './use-execution-history.ts'
import type { HistoryPage } from '../poll-with-cursor.ts'
import type { ExecutionRow } from '@knockwire/domain/executions/execution'
import { useOpenRows } from '../use-open-rows.ts'

interface ExecutionHistoryProps {
  task: TaskView
  /** The execution that the URL names. */
  executionId?: string | undefined
}

/** A task's executions: chart over table, both of the page that is shown, which is polled every two seconds. */
export const ExecutionHistory = ({ task, executionId }: ExecutionHistoryProps) => {
  const { history, page, turnTo, linkedId, error } = useExecutionHistory(task.id, executionId)
  if (history.data === undefined) {
    return error ? <ErrorState error={error} onRetry={() => void history.refetch()} /> : <ExecutionHistorySkeleton />
  }
  if (history.data.total === 0) return <NoExecutionsYet task={task} />
  if (history.data.results.length === 0 && !history.isPlaceholderData)
    return <PageOutOfRange onFirst={() => turnTo(0)} />
  return <ChartAndTable task={task} data={history.data} page={page} linkedId={linkedId} onTurn={turnTo} />
}

const PageOutOfRange = ({ onFirst }: { onFirst: () => void }) => (
  <EmptyState
    title="There are no executions on this page."
    action={
      <Button variant="default" onClick={onFirst}>
        Show the latest
      </Button>
    }
  />
)

interface ChartAndTableProps {
  task: TaskView
  data: HistoryPage<ExecutionRow>
  page: number
  linkedId: string | undefined
  onTurn: (page: number) => void
}

const ChartAndTable = ({ task, data, page, linkedId, onTurn }: ChartAndTableProps) => {
  const openRows = useOpenRows(linkedId)
  const [marked, setMarked] = useState<string | null>(null)
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const show = (id: string) => {
    if (!data.results.some((run) => run.id === id))
      return void navigate(`/dashboard/tasks/${task.id}/executions/${id}?${chartQueryOf(search)}`)
    if (!openRows.isOpen(id)) openRows.toggle(id)
    document.getElementById(rowId(id))?.scrollIntoView({ block: 'nearest' })
  }
  const pages = Math.ceil(data.total / pageSizes.taskHistory)
  return (
    <Stack gap="md">
      <ExecutionChart
        task={task}
        newest={`${data.results[0]?.id}-${data.results[0]?.status}`}
        marked={marked}
        onMark={setMarked}
        onSelect={show}
      />
      <Panel flush>
        <ExecutionsTable
          executions={data.results}
          openRows={openRows}
          linkedId={linkedId}
          marked={marked}
          onMark={setMarked}
        />
      </Panel>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {data.total === 1 ? '1 execution' : `${data.total} executions`}
        </Text>
        {pages > 1 && (
          <Pagination
            total={pages}
            value={page + 1}
            onChange={(next) => onTurn(next - 1)}
            getControlProps={(control) => ({ 'aria-label': `${control} page` })}
          />
        )}
      </Group>
    </Stack>
  )
}
