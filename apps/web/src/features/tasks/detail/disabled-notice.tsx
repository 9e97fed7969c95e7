import type { TaskView } from '@knockwire/domain/tasks/task'
import { Anchor, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Notice } from '../../../components/ui/notice.tsx'
import { taskHealthQuery } from '../task-queries.ts'
import classes from './disabled-notice.module.css'
import type { TaskActions } from './use-task-actions.ts'

interface DisabledNoticeProps {
  task: TaskView
  activate: TaskActions['activate']
}

/** Why a task does not run, where that was not its owner's doing, and the way on. */
export function DisabledNotice({ task, activate }: DisabledNoticeProps) {
  const { status, disabledReason } = task.scheduler
  if (status === 'ACTIVE' || disabledReason === null || disabledReason === 'USER') return null
  return disabledReason === 'FAILURES' ? <FailuresNotice taskId={task.id} activate={activate} /> : <DoneNotice />
}

function FailuresNotice({ taskId, activate }: { taskId: string } & Pick<DisabledNoticeProps, 'activate'>) {
  // As the page has it already: the status block asks for it.
  const { data } = useQuery({ ...taskHealthQuery(taskId), enabled: false })
  const failures = data?.failing?.failures ?? 0
  return (
    <Notice
      tone="bad"
      title={`Disabled: ${failures > 1 ? `${failures} executions` : 'its executions'} failed in a row`}
    >
      <div className={classes.withAction}>
        <span>
          The URL didn’t respond. See what went wrong in the{' '}
          <Anchor component={Link} to={`/dashboard/tasks/${taskId}/executions`} inherit underline="always">
            history
          </Anchor>
          . Fix the request, try it with Test, then activate the task.
        </span>
        <Button loading={activate.isPending} onClick={() => activate.mutate()}>
          Activate
        </Button>
      </div>
    </Notice>
  )
}

const DoneNotice = () => (
  <Notice tone="idle" title="This one-time task has run">
    To run it again, edit its schedule, then activate it.
  </Notice>
)
