import { Table } from '@mantine/core'
import type { ExecutionView } from '@knockwire/domain/executions/execution'
import { ExecutionRow } from './execution-row.tsx'
import type { OpenRows } from './use-open-rows.ts'
import classes from './history.module.css'

interface ExecutionsTableProps {
  executions: readonly ExecutionView[]
  openRows: OpenRows
  linkedId: string | undefined
  marked: string | null
  onMark: (id: string | null) => void
}

export const ExecutionsTable = ({ executions, openRows, linkedId, marked, onMark }: ExecutionsTableProps) => (
  <div className={classes.tableScroll}>
    <Table aria-label="Details" verticalSpacing={4} horizontalSpacing="sm" className={classes.table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Date</Table.Th>
          <Table.Th>Status</Table.Th>
          <Table.Th>Status Code</Table.Th>
          <Table.Th className={classes.timeHead}>Response Time</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
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
      </Table.Tbody>
    </Table>
  </div>
)
