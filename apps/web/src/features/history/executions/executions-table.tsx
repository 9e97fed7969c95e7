import type { ExecutionRow as Execution } from '@knockwire/domain/executions/execution'
import { Group, Table, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconLoader } from '@tabler/icons-react'
import { DeliveryMark } from '../../../components/deliveries/delivery-mark.tsx'
import { milliseconds } from '../../../lib/format.ts'
import { HistoryRow, HistoryTable } from '../history-table.tsx'
import type { OpenRows } from '../use-open-rows.ts'
import { LoadedExecution } from './execution-details.tsx'
import classes from './executions.module.css'

interface ExecutionsTableProps {
  executions: readonly Execution[]
  openRows: OpenRows
  linkedId: string | undefined
  marked: string | null
  onMark: (id: string | null) => void
}

export const ExecutionsTable = ({ executions, openRows, linkedId, marked, onMark }: ExecutionsTableProps) => (
  <HistoryTable
    label="Details"
    className={classes.table}
    head={
      <>
        <Table.Th>Status</Table.Th>
        <Table.Th>Status Code</Table.Th>
        <Table.Th className={classes.timeHead}>Response Time</Table.Th>
      </>
    }
  >
    {executions.map((execution) => (
      <ExecutionRow
        key={execution.id}
        execution={execution}
        isOpen={openRows.isOpen(execution.id)}
        isMarked={execution.id === marked}
        isLinked={execution.id === linkedId}
        onToggle={() => openRows.toggle(execution.id)}
        onMark={(isMarked) => onMark(isMarked ? execution.id : null)}
      />
    ))}
  </HistoryTable>
)

interface ExecutionRowProps {
  execution: Execution
  isOpen: boolean
  isMarked: boolean
  /** The URL names this execution: it is scrolled into view and highlighted. */
  isLinked: boolean
  onToggle: () => void
  onMark: (isMarked: boolean) => void
}

export const rowId = (executionId: string) => `run-row-${executionId}`

const ExecutionRow = ({ execution, isOpen, isMarked, isLinked, onToggle, onMark }: ExecutionRowProps) => (
  <HistoryRow
    detailsId={`run-${execution.id}`}
    at={execution.startedAt ?? execution.createdAt}
    isOpen={isOpen}
    onToggle={onToggle}
    isLinked={isLinked}
    row={{
      id: rowId(execution.id),
      className: classes.row,
      'data-marked': isMarked || undefined,
      onMouseEnter: () => onMark(true),
      onMouseLeave: () => onMark(false),
    }}
    cells={
      <>
        <Table.Td>
          <ExecutionResult execution={execution} />
        </Table.Td>
        <Table.Td>{execution.response?.statusCode ?? '–'}</Table.Td>
        <Table.Td className={classes.timeCell}>
          <span className={classes.time}>
            {execution.responseTimeMs === null ? '–' : milliseconds(execution.responseTimeMs)}
            <DeliveryMark results={execution.notificationResults} />
          </span>
        </Table.Td>
      </>
    }
    details={<LoadedExecution row={execution} />}
  />
)

/** The result as a shape, a color and a label. A response from 400 on is an error, though the execution has SUCCEEDED. */
const ExecutionResult = ({ execution }: { execution: Execution }) => {
  const { Icon, color, label } = resultView(execution)
  return (
    <Group gap={6} wrap="nowrap">
      <Icon size={16} color={color} style={{ flex: 'none' }} aria-hidden />
      <span>
        {label}{' '}
        {execution.trigger === 'TEST' && (
          <Text span size="xs" c="dimmed">
            test
          </Text>
        )}
      </span>
    </Group>
  )
}

const resultView = ({ status, response }: Execution) => {
  if (status === 'FAILED') return { Icon: IconCircleX, color: 'var(--kw-bad-text)', label: 'Failed' }
  if (status === 'RUNNING') return { Icon: IconLoader, color: 'var(--kw-muted)', label: 'Running' }
  if (status === 'QUEUED') return { Icon: IconLoader, color: 'var(--kw-muted)', label: 'Queued' }
  return (response?.statusCode ?? 0) >= 400
    ? { Icon: IconAlertTriangle, color: 'var(--kw-warn-text)', label: 'HTTP error' }
    : { Icon: IconCircleCheck, color: 'var(--kw-ok-text)', label: 'Succeeded' }
}
