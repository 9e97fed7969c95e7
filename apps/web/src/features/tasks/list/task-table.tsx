import type { TaskListItem } from '@knockwire/domain/tasks/task'
import { Table } from '@mantine/core'
import { RunStrip } from './run-strip.tsx'
import { HistoryButton, LastResult, NextExecution, TaskName, TaskUrl } from './task-cells.tsx'
import classes from './task-list.module.css'

export function TaskTable({ tasks }: { tasks: readonly TaskListItem[] }) {
  return (
    <Table className={classes.table} aria-label="Tasks">
      <Table.Thead>
        <Table.Tr>
          <Table.Th className={classes.nameColumn}>Name</Table.Th>
          <Table.Th>URL</Table.Th>
          <Table.Th className={classes.resultColumn}>Last result</Table.Th>
          <Table.Th className={classes.runsColumn}>Last 20 runs</Table.Th>
          <Table.Th className={classes.nextColumn}>Next Execution</Table.Th>
          <Table.Th className={classes.actionColumn}>Action</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {tasks.map((task) => (
          <Table.Tr key={task.id} className={classes.row}>
            <Table.Td>
              <TaskName task={task} />
            </Table.Td>
            <Table.Td>
              <TaskUrl task={task} />
            </Table.Td>
            <Table.Td>
              <LastResult task={task} />
            </Table.Td>
            <Table.Td className={classes.runs}>
              <RunStrip runs={task.recentRuns} />
            </Table.Td>
            <Table.Td>
              <NextExecution task={task} />
            </Table.Td>
            <Table.Td>
              <HistoryButton task={task} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
