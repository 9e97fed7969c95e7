import { Button, Loader } from '@mantine/core'
import { IconChevronDown, IconUser, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../lib/navigation/paths.ts'
import { useAccount, useViewOnly } from '../../../lib/session/account.ts'
import { Menu } from '../../overlays/menu.tsx'
import { StatusDot } from '../feedback/status-dot.tsx'

interface StatusMenuProps {
  /** What it is the status of: "task". */
  thing: string
  /** Its id. */
  id: string
  isActive: boolean
  isBusy: boolean
  onActivate: () => void
  onDeactivate: () => void
  onDelete: () => void
}

/** Says whether a thing works, and offers to change it. Only what does not work can be deleted. */
export function StatusMenu({ thing, id, isActive, isBusy, onActivate, onDeactivate, onDelete }: StatusMenuProps) {
  const noteId = useId()
  const viewOnly = useViewOnly()
  const isOwner = useAccount().data?.role === 'OWNER'
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
      {({ Item, Label }) => (
        <>
          {isActive ? (
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
          )}
          {isOwner && (
            <Item component={Link} to={paths.auditLogOf(id)} leftSection={<IconUser size={16} aria-hidden />}>
              Audit log
            </Item>
          )}
        </>
      )}
    </Menu>
  )
}
