import type { TaskView } from '@knockwire/domain/tasks/task'
import { IconHistory } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { Panel } from '../../components/ui/panel.tsx'
import { exactTime } from '../../lib/format.ts'

/** Nothing has run yet: what to do, or when it will. */
export const HistoryEmpty = ({ task }: { task: TaskView }) => {
  if (task.scheduler.status === 'DISABLED') {
    return (
      <Nothing title="There is no record yet. Test or activate the task.">
        “Test” runs the task once, now, whatever its schedule. “Activate” in the status menu starts the schedule.
      </Nothing>
    )
  }
  const next = task.scheduler.nextExecutionDate
  return (
    <Nothing title="There is no execution yet.">
      {next ? `The next execution is at ${exactTime(Date.parse(next))}.` : 'The first execution is about to start.'} It
      appears here by itself.
    </Nothing>
  )
}

const Nothing = ({ title, children }: { title: string; children: ReactNode }) => (
  <Panel>
    <EmptyState icon={<IconHistory size={24} />} title={title}>
      {children}
    </EmptyState>
  </Panel>
)
