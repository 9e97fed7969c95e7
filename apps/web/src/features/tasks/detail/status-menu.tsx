import type { TaskView } from '@knockwire/domain/tasks/task'
import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { StatusDot } from '../../../components/ui/status-dot.tsx'
import type { TaskActions } from './use-task-actions.ts'

interface StatusMenuProps {
  task: TaskView
  actions: TaskActions
  onDelete: () => void
}

/** Says whether the task runs, and offers to change it. Only what does not run can be deleted. */
export function StatusMenu({ task, actions, onDelete }: StatusMenuProps) {
  const isActive = task.status === 'ACTIVE'
  const isBusy = actions.activate.isPending || actions.deactivate.isPending
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <Button variant="default" loading={isBusy} rightSection={<IconChevronDown size={16} aria-hidden />}>
          <StatusDot withLabel tone={isActive ? 'ok' : 'idle'} label={isActive ? 'Active' : 'Disabled'} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {isActive ? (
          <Menu.Item
            leftSection={<IconPlayerPause size={16} aria-hidden />}
            onClick={() => actions.deactivate.mutate()}
          >
            Deactivate
          </Menu.Item>
        ) : (
          <>
            <Menu.Item leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={() => actions.activate.mutate()}>
              Activate
            </Menu.Item>
            <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={onDelete}>
              Delete
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
