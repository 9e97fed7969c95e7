import { Button, Group, Pagination, Stack, Text } from '@mantine/core'
import { pageSizes } from '@knockwire/domain/page'
import type { TaskView } from '@knockwire/domain/tasks/task'
import { useState } from 'react'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { ErrorState } from '../../components/ui/error-state.tsx'
import { Panel } from '../../components/ui/panel.tsx'
import { BookmarkChips } from './bookmark-chips.tsx'
import { ChartControls } from './chart-controls.tsx'
import { useChartSelection } from './chart-selection.ts'
import { rowId } from './execution-row.tsx'
import { ExecutionsTable } from './executions-table.tsx'
import { HistoryChart } from './history-chart.tsx'
import { HistoryEmpty } from './history-empty.tsx'
import { HistorySkeleton } from './history-skeleton.tsx'
import type { HistoryPage } from './queries.ts'
import { useHistory } from './use-history.ts'
import { useOpenRows } from './use-open-rows.ts'

interface HistoryTabProps {
  task: TaskView
  /** The execution that the URL names. */
  executionId?: string | undefined
}

/** Chart over table, both of the page in sight, looked at again every two seconds. */
export const HistoryTab = ({ task, executionId }: HistoryTabProps) => {
  const { history, page, turnTo, linkedId, error } = useHistory(task.id, executionId)
  if (history.data === undefined) {
    return error ? <ErrorState error={error} onRetry={() => void history.refetch()} /> : <HistorySkeleton />
  }
  if (history.data.total === 0) return <HistoryEmpty task={task} />
  if (history.data.results.length === 0 && !history.isPlaceholderData) return <BeyondTheEnd onFirst={() => turnTo(0)} />
  return <History task={task} data={history.data} page={page} linkedId={linkedId} onTurn={turnTo} />
}

const BeyondTheEnd = ({ onFirst }: { onFirst: () => void }) => (
  <EmptyState
    title="There are no executions on this page."
    action={
      <Button variant="default" onClick={onFirst}>
        Show the latest
      </Button>
    }
  />
)

interface HistoryProps {
  task: TaskView
  data: HistoryPage
  page: number
  linkedId: string | undefined
  onTurn: (page: number) => void
}

const History = ({ task, data, page, linkedId, onTurn }: HistoryProps) => {
  const selection = useChartSelection(data.results)
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
        <HistoryChart
          executions={data.results}
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
