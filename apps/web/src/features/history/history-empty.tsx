import { EmptyState } from '../../components/ui/empty-state.tsx'
import type { TaskView } from '@knockwire/domain/tasks/task'
import { exactTime } from '../../lib/format.ts'

/** Nothing has run yet: what to do, or when it will. */
export const HistoryEmpty = ({ task }: { task: TaskView }) => {
  if (task.scheduler.status === 'DISABLED') {
    return (
      <EmptyState title="There is no record yet. Test or activate the task.">
        “Test” runs the task once, now, whatever its schedule. “Activate” in the status menu starts the schedule.
      </EmptyState>
    )
  }
  const next = task.scheduler.nextExecutionDate
  return (
    <EmptyState title="There is no execution yet.">
      {next ? `The next execution is at ${exactTime(Date.parse(next))}.` : 'The first execution is about to start.'} It
      appears here by itself.
    </EmptyState>
  )
}
