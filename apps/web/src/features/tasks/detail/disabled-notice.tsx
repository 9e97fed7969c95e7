import type { TaskView } from '@knockwire/domain/tasks/task'
import { Anchor, Button } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '../../../lib/navigation/paths.ts'
import { useViewOnly } from '../../../lib/session/account.ts'
import { Notice } from '../../../components/ui/feedback/notice.tsx'
import classes from './disabled-notice.module.css'
import type { OwnerActions } from '../../../components/owners/use-owner-actions.ts'

interface DisabledNoticeProps {
  task: TaskView
  activate: Pick<OwnerActions['activate'], 'isPending' | 'mutate'>
  /** The history is what the page shows. */
  isHistory: boolean
}

/** Why a task does not run, where that was not its owner's doing, and the way on. */
export function DisabledNotice({ task, activate, isHistory }: DisabledNoticeProps) {
  const { status, disabledReason } = task.scheduler
  if (status === 'ACTIVE' || disabledReason === null || disabledReason === 'USER') return null
  return disabledReason === 'FAILURES' ? (
    <FailuresNotice taskId={task.id} activate={activate} isHistory={isHistory} />
  ) : (
    <DoneNotice />
  )
}

interface FailuresNoticeProps extends Omit<DisabledNoticeProps, 'task'> {
  taskId: string
}

/** The status block above it says that the task is disabled, and after how many failures. */
function FailuresNotice({ taskId, activate, isHistory }: FailuresNoticeProps) {
  const viewOnly = useViewOnly()
  return (
    <Notice tone="bad" title="The URL didn’t respond">
      <div className={classes.withAction}>
        <span>
          {isHistory ? (
            'The executions below say what went wrong.'
          ) : (
            <>
              See what went wrong in the{' '}
              <Anchor component={Link} to={paths.history({ kind: 'task', id: taskId })} inherit underline="always">
                history
              </Anchor>
              .
            </>
          )}{' '}
          Fix the request, try it with Test, then activate the task.
        </span>
        <Button {...viewOnly} loading={activate.isPending} onClick={() => activate.mutate()}>
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
