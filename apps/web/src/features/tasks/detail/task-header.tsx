import type { TaskView } from '@knockwire/domain/tasks/task'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { paths } from '../../../lib/navigation/paths.ts'
import { useViewOnly } from '../../../lib/session/account.ts'
import { BackLink, PageHeader } from '../../../components/ui/layout/page-header.tsx'
import { ConfirmDialog } from '../../../components/ui/dialogs/confirm-dialog.tsx'
import { StatusMenu } from '../../../components/ui/fields/status-menu.tsx'
import { messageOf } from '../../../lib/api/api-error.ts'
import { truncateMiddle } from '../../../lib/format/format.ts'
import type { RequestSettingsForm } from '../settings/task-form.ts'
import { SendBox } from '../test/send-box.tsx'
import type { TaskActions } from './use-task-actions.ts'

const loadForm = () => import('../settings/form-parts.ts')

/** How a task is called where it has no name. */
const taskTitle = ({ name, request }: Pick<TaskView, 'name' | 'request'>): string => name ?? request.target.uri

interface TaskHeaderProps {
  task: TaskView
  /** It was deleted elsewhere: there is nothing to do with it. */
  isDeleted: boolean
  actions: TaskActions
  /** The request as it is being edited; undefined where it is not. */
  typed: RequestSettingsForm | undefined
}

export function TaskHeader({ task, isDeleted, actions, typed }: TaskHeaderProps) {
  const [isAsking, setIsAsking] = useState(false)
  const viewOnly = useViewOnly()
  const { test, activate, deactivate, remove } = actions
  const ask = () => {
    remove.reset()
    setIsAsking(true)
  }
  return (
    <>
      <PageHeader
        title={truncateMiddle(taskTitle(task), 80)}
        before={<BackLink to={paths.tasks} label="Tasks" />}
        actions={
          !isDeleted && (
            <>
              <SendBox task={task} test={test} />
              <Button
                variant="default"
                {...viewOnly}
                loading={test.isStarting}
                onClick={() => test.start(typed && (async () => (await loadForm()).toRequestTarget(typed)))}
              >
                Test
              </Button>
              <StatusMenu
                thing="task"
                shown={task}
                isActive={task.status === 'ACTIVE'}
                isBusy={activate.isPending || deactivate.isPending}
                onActivate={() => activate.mutate()}
                onDeactivate={() => deactivate.mutate()}
                onDelete={ask}
              />
            </>
          )
        }
      />
      <ConfirmDialog
        opened={isAsking}
        title="Delete task"
        cancelLabel="Cancel"
        confirmLabel="Delete"
        isBusy={remove.isPending}
        error={remove.error === null ? undefined : messageOf(remove.error)}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => remove.mutate()}
      >
        “{truncateMiddle(taskTitle(task), 80)}” will be deleted with its history and notifications. This cannot be
        undone.
      </ConfirmDialog>
    </>
  )
}
