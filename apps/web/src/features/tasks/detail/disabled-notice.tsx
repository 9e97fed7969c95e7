import type { TaskView } from '@knockwire/domain/tasks/task'
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { Notice } from '../../../components/ui/notice.tsx'

/** Why a task does not run, where that was not its owner's doing. */
export function DisabledNotice({ task }: { task: TaskView }) {
  const { status, disabledReason } = task.scheduler
  if (status === 'ACTIVE' || disabledReason === null || disabledReason === 'USER') return null
  return disabledReason === 'FAILURES' ? <FailuresNotice taskId={task.id} /> : <DoneNotice />
}

function FailuresNotice({ taskId }: { taskId: string }) {
  return (
    <Notice tone="bad" title="This task was deactivated, because its last executions failed one after the other">
      No answer came from the URL. See what went wrong in the{' '}
      <Anchor component={Link} to={`/dashboard/tasks/${taskId}/executions`} inherit underline="always">
        history
      </Anchor>
      , put the request right, and try it with Test. Then activate the task again.
    </Notice>
  )
}

function DoneNotice() {
  return (
    <Notice tone="idle" title="This task was to run once, and has done so">
      To have it run again, edit its schedule, then activate it.
    </Notice>
  )
}
