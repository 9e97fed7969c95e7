import type { TaskListItem } from '@knockwire/domain/tasks/task'
import { RunStrip } from './run-strip.tsx'
import { HistoryButton, LastResult, NextExecution, TaskName, TaskUrl } from './task-cells.tsx'
import classes from './task-list.module.css'

/** The table's rows on a phone. */
export function TaskCards({ tasks }: { tasks: readonly TaskListItem[] }) {
  return (
    <ul className={classes.cards} aria-label="Tasks">
      {tasks.map((task) => (
        <li key={task.id} className={classes.card}>
          <TaskName task={task} />
          <TaskUrl task={task} />
          <div className={classes.cardRow}>
            <LastResult task={task} />
            <RunStrip runs={task.recentRuns} />
          </div>
          <div className={classes.cardRow}>
            <span className={classes.cardNext}>
              <span className={classes.cardLabel}>Next Execution</span>
              <NextExecution task={task} />
            </span>
            <HistoryButton task={task} />
          </div>
        </li>
      ))}
    </ul>
  )
}
