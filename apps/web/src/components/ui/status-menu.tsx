import { Button, Loader } from '@mantine/core'
import { IconChevronDown, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useId } from 'react'
import { useViewOnly } from '../../lib/account.ts'
import { Menu } from '../overlays/menu.tsx'
import { StatusDot } from './status-dot.tsx'

interface StatusMenuProps {
  /** What it is the status of: "task". */
  thing: string
  isActive: boolean
  isBusy: boolean
  onActivate: () => void
  onDeactivate: () => void
  onDelete: () => void
}

/** Says whether a thing works, and offers to change it. Only what does not work can be deleted. */
export function StatusMenu({ thing, isActive, isBusy, onActivate, onDeactivate, onDelete }: StatusMenuProps) {
  const noteId = useId()
  const viewOnly = useViewOnly()
  return (
    <Menu
      position="bottom-end"
      target={
        // Mantine disables what is loading, and what is disabled loses the focus that its menu gave back.
        <Button
          variant="default"
          {...viewOnly}
          aria-busy={isBusy || undefined}
          rightSection={isBusy ? <Loader size={16} color="gray" /> : <IconChevronDown size={16} aria-hidden />}
        >
          <StatusDot withLabel tone={isActive ? 'ok' : 'idle'} label={isActive ? 'Active' : 'Disabled'} />
        </Button>
      }
    >
      {({ Item, Label }) =>
        isActive ? (
          <>
            <Item
              leftSection={<IconPlayerPause size={16} aria-hidden />}
              aria-describedby={noteId}
              disabled={isBusy}
              onClick={onDeactivate}
            >
              Deactivate
            </Item>
            <Label id={noteId} fw={400}>
              Deactivate the {thing} before deleting it.
            </Label>
          </>
        ) : (
          <>
            <Item leftSection={<IconPlayerPlay size={16} aria-hidden />} disabled={isBusy} onClick={onActivate}>
              Activate
            </Item>
            <Item
              color="var(--kw-bad-text)"
              leftSection={<IconTrash size={16} aria-hidden />}
              disabled={isBusy}
              onClick={onDelete}
            >
              Delete
            </Item>
          </>
        )
      }
    </Menu>
  )
}
