import type { TaskView } from '@knockwire/domain/tasks/task'
import { IconHistory } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { EmptyState } from '../../../components/ui/feedback/empty-state.tsx'
import { Panel } from '../../../components/ui/layout/panel.tsx'
import { exactTime } from '../../../lib/format/format.ts'

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
        ? `Next execution: ${exactTime(Date.parse(next))}. It will appear here.`
        : 'The first execution is about to start. It will appear here.'}
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
