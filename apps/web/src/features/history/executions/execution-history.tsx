import { Button, Group, Pagination, Stack, Text } from '@mantine/core'
import { pageSizes } from '@knockwire/domain/page'
import type { TaskView } from '@knockwire/domain/tasks/task'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { EmptyState, ErrorState } from '../../../components/ui/empty-state.tsx'
import { Panel } from '../../../components/ui/panel.tsx'
import { BookmarkChips } from '../chart/bookmark-chips.tsx'
import { ChartControls } from '../chart/chart-controls.tsx'
import { useChartSelection } from '../chart/chart-selection.ts'
import { bodiesQuery, useChartedExecutions } from '../chart/charted-executions.ts'
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
  const client = useQueryClient()
  const charted = { taskId: task.id, page, rows: data.results }
  const selection = useChartSelection(() => client.fetchQuery(bodiesQuery(charted)))
  const executions = useChartedExecutions(charted, selection.source)
  const openRows = useOpenRows(linkedId)
  const [marked, setMarked] = useState<string | null>(null)
  const show = (id: string) => {
    if (!openRows.isOpen(id)) openRows.toggle(id)
    document.getElementById(rowId(id))?.scrollIntoView({ block: 'nearest' })
  }
  const pages = Math.ceil(data.total / pageSizes.taskHistory)
  return (
    <Stack gap="md">
      <Panel>
        <Group justify="space-between" align="end" mb="sm">
          <ChartControls selection={selection} />
          <BookmarkChips taskId={task.id} selection={selection} />
        </Group>
        <ExecutionChart
          executions={executions}
          selection={selection}
          timeZone={task.scheduler.timezone}
          marked={marked}
          onMark={setMarked}
          onSelect={show}
        />
      </Panel>
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
