import { Button, Loader } from '@mantine/core'
import {
  IconChevronDown,
  IconCode,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
  IconUser,
} from '@tabler/icons-react'
import { type ComponentProps, useId, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../lib/navigation/paths.ts'
import { useAccount, useViewOnly } from '../../../lib/session/account.ts'
import { Menu } from '../../overlays/menu.tsx'
import { StatusDot } from '../feedback/status-dot.tsx'
import { DefinitionDialogs, type DefinitionDialog } from '../../definition/definition-dialogs.tsx'

interface StatusMenuProps {
  /** What it is the status of. */
  thing: 'task' | 'receiver'
  shown: ComponentProps<typeof DefinitionDialogs>['shown']
  isActive: boolean
  isBusy: boolean
  onActivate: () => void
  onDeactivate: () => void
  onDelete: () => void
}

/** Says whether a thing works, and offers to change it. Only what does not work can be deleted. */
export function StatusMenu({ thing, shown, isActive, isBusy, onActivate, onDeactivate, onDelete }: StatusMenuProps) {
  const noteId = useId()
  const viewOnly = useViewOnly()
  const role = useAccount().data?.role
  const [dialog, setDialog] = useState<DefinitionDialog | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const open = (opened: DefinitionDialog) => {
    setDialog(opened)
    setIsOpen(true)
  }
  return (
    <>
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
            <Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => open('details')}>
              Description and labels
            </Item>
            <Item leftSection={<IconCode size={16} aria-hidden />} onClick={() => open('yaml')}>
              Copy as YAML
            </Item>
            {role === 'OWNER' && (
              <Item component={Link} to={paths.auditLogOf(shown.id)} leftSection={<IconUser size={16} aria-hidden />}>
                Audit log
              </Item>
            )}
          </>
        )}
      </Menu>
      <DefinitionDialogs kind={thing} shown={shown} dialog={dialog} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}
