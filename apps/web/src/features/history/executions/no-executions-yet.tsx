import type { TaskView } from '@knockwire/domain/tasks/task'
import { IconHistory } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { EmptyState } from '../../../components/ui/empty-state.tsx'
import { Panel } from '../../../components/ui/panel.tsx'
import { exactTime } from '../../../lib/format.ts'

/** What to do before the first execution, or when it is due. */
export const NoExecutionsYet = ({ task }: { task: TaskView }) => {
  if (task.scheduler.status === 'DISABLED') {
    return (
      <EmptyHistory title="No executions yet. Test or activate the task.">
        “Test” runs it once now, regardless of the schedule. “Activate” in the status menu starts the schedule.
      </EmptyHistory>
    )
  }
  const next = task.scheduler.nextExecutionDate
  return (
    <EmptyHistory title="No executions yet.">
      {next
        ? `The next one runs at ${exactTime(Date.parse(next))} and will appear here automatically.`
        : 'The first one is about to start and will appear here automatically.'}
    </EmptyHistory>
  )
}

const EmptyHistory = ({ title, children }: { title: string; children: ReactNode }) => (
  <Panel>
    <EmptyState icon={<IconHistory size={24} />} title={title}>
      {children}
    </EmptyState>
  </Panel>
)
