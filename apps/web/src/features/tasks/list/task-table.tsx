import { pageSizes } from '@knockwire/domain/page-sizes'
import type { TaskListItem } from '@knockwire/domain/tasks/task'
import { Skeleton } from '@mantine/core'
import { paths } from '../../../lib/navigation/paths.ts'
import { SelectAll } from '../../../components/list/row-checkbox.tsx'
import { useRowOpen } from '../../../components/list/use-row-open.ts'
import type { Selection } from '../../../components/list/use-selection.ts'
import { RunStrip } from './run-strip.tsx'
import { taskState } from './run-tone.ts'
import { HistoryButton, LastResult, NextExecution, TaskName, TaskUrl } from './task-cells.tsx'
import { Table } from '../../../components/ui/layout/table.tsx'
import listClasses from '../../../components/list/rows.module.css'
import classes from './task-list.module.css'

interface TasksProps {
  tasks: readonly TaskListItem[]
  selection: Selection
}

export function TaskTable({ tasks, selection }: TasksProps) {
  const open = useRowOpen()
  return (
    <Table className={listClasses.table} aria-label="Tasks">
      <thead>
        <tr>
          <th className={classes.nameColumn}>
            <span className={classes.name}>
              <SelectAll selection={selection} count={tasks.length} things="tasks" />
              Name
            </span>
          </th>
          <th>URL</th>
          <th className={classes.resultColumn}>Last execution</th>
          <th className={classes.runsColumn}>Last 20 executions</th>
          <th className={classes.nextColumn}>Next Execution</th>
          <th className={classes.actionColumn}>Action</th>
        </tr>
      </thead>
      <tbody>
        {tasks.map((task) => (
          <tr
            key={task.id}
            className={classes.row}
            data-list-row
            data-tone={taskState(task).tone}
            {...open(paths.task(task.id))}
          >
            <td>
              <TaskName task={task} selection={selection} />
            </td>
            <td>
              <TaskUrl task={task} />
            </td>
            <td>
              <LastResult task={task} />
            </td>
            <td className={classes.runs}>
              <RunStrip runs={task.recentRuns} />
            </td>
            <td>
              <NextExecution task={task} />
            </td>
            <td>
              <HistoryButton task={task} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** The table's rows on a phone. */
export function TaskCards({ tasks, selection }: TasksProps) {
  const open = useRowOpen()
  return (
    <ul className={listClasses.cards} aria-label="Tasks">
      {tasks.map((task) => (
        <li
          key={task.id}
          className={classes.card}
          data-list-row
          data-tone={taskState(task).tone}
          {...open(paths.task(task.id))}
        >
          <div className={listClasses.cardHead}>
            <TaskName task={task} selection={selection} />
            <HistoryButton task={task} />
          </div>
          <TaskUrl task={task} />
          <div className={classes.cardRow}>
            <LastResult task={task} />
            <RunStrip runs={task.recentRuns} />
          </div>
          <div className={classes.cardNext}>
            <span>Next Execution</span>
            <NextExecution task={task} />
          </div>
        </li>
      ))}
    </ul>
  )
}

const rows = Array.from({ length: pageSizes.tasks }, (_, row) => row)

/** The list's final shape while it loads, with its loading text [TL-16]. */
export function TaskListSkeleton({ isPhone }: { isPhone: boolean }) {
  return (
    <div role="status">
      <p className={listClasses.loading}>Loading task list...</p>
      {rows.map((row) => (isPhone ? <CardSkeleton key={row} row={row} /> : <RowSkeleton key={row} row={row} />))}
    </div>
  )
}

/** Names and URLs differ in length, as they will. */
const nameWidth = (row: number) => `${45 + ((row * 17) % 35)}%`
const urlWidth = (row: number) => `${50 + ((row * 23) % 40)}%`

function RowSkeleton({ row }: { row: number }) {
  return (
    <div className={classes.skeletonRow} aria-hidden>
      <Skeleton height={12} width={nameWidth(row)} />
      <Skeleton height={12} width={urlWidth(row)} />
      <Skeleton height={28} width={104} />
      <Skeleton height={16} width={138} className={classes.runs} />
      <Skeleton height={28} width={88} />
      <Skeleton height="var(--kw-control)" width={84} />
    </div>
  )
}

function CardSkeleton({ row }: { row: number }) {
  return (
    <div className={classes.skeletonCard} aria-hidden>
      <Skeleton height={12} width={nameWidth(row)} />
      <Skeleton height={12} width={urlWidth(row)} />
      <Skeleton height={12} width="70%" />
      <Skeleton height={12} width="40%" />
    </div>
  )
}
