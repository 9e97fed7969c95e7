import { ActionIcon } from '@mantine/core'
import { IconBellOff, IconCopy, IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { Suspense, useRef, useState } from 'react'
import { useViewOnly } from '../../../lib/session/account.ts'
import { Menu, type MenuParts } from '../../../components/overlays/menu.tsx'
import { Tooltip } from '../../../components/overlays/tooltip.tsx'
import { messageOf } from '../../../lib/api/api-error.ts'
import { lazyPart } from '../../../lib/navigation/lazy-part.ts'
import { snackbar } from '../../../lib/browser/snackbar.ts'
import type { StoredNotification } from '../notification-form.ts'
import { useMuteNotification } from '../notification-queries.ts'
import type { NotificationOwner } from '../owner.ts'
import { MuteUntilDialog } from './mute-until-dialog.tsx'

const CopyDialog = lazyPart(async () => (await import('./copy-dialog.tsx')).CopyDialog, {
  close: ({ onClose }) => onClose(),
})

export interface NotificationRowProps {
  owner: NotificationOwner
  /** The owner is still being created: then changes of its notifications are not announced. */
  isDraft: boolean
  notification: StoredNotification
}

interface RowActionsProps extends NotificationRowProps {
  onEdit: (notification: StoredNotification) => void
  onDelete: (notification: StoredNotification) => void
}

/** What can be done with one notification. */
export function RowActions({ owner, isDraft, notification, onEdit, onDelete }: RowActionsProps) {
  const [dialog, setDialog] = useState<'mute' | 'copy' | null>(null)
  const [wasCopyOpened, setWasCopyOpened] = useState(false)
  const menu = useRef<HTMLButtonElement>(null)
  const viewOnly = useViewOnly()
  // The menu's item that opened it is gone by then.
  const closeDialog = () => {
    setDialog(null)
    requestAnimationFrame(() => menu.current?.focus())
  }
  const openCopy = () => {
    setWasCopyOpened(true)
    setDialog('copy')
  }
  return (
    <>
      <RowButton name="Edit" notification={notification} onClick={onEdit} />
      <RowButton name="Delete" notification={notification} onClick={onDelete} />
      <Menu
        position="bottom-end"
        target={
          <ActionIcon
            ref={menu}
            {...viewOnly}
            aria-label={`More actions for notification to ${notification.recipient}`}
            data-row-menu
          >
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        }
      >
        {(parts) => (
          <>
            <MuteItems
              parts={parts}
              owner={owner}
              isDraft={isDraft}
              notification={notification}
              onChooseTime={() => setDialog('mute')}
            />
            {owner.kind === 'task' && (
              <parts.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={openCopy}>
                Copy to other tasks…
              </parts.Item>
            )}
          </>
        )}
      </Menu>
      <MuteUntilDialog
        owner={owner}
        isDraft={isDraft}
        notification={notification}
        opened={dialog === 'mute'}
        onClose={closeDialog}
      />
      {wasCopyOpened && (
        <Suspense fallback={null}>
          <CopyDialog owner={owner} notification={notification} opened={dialog === 'copy'} onClose={closeDialog} />
        </Suspense>
      )}
    </>
  )
}

const spans = [
  ['1 hour', 3600],
  ['8 hours', 8 * 3600],
  ['1 day', 86_400],
  ['1 week', 7 * 86_400],
] as const

const onError = (error: Error) => snackbar.error(messageOf(error))

interface MuteItemsProps extends NotificationRowProps {
  parts: MenuParts
  onChooseTime: () => void
}

function MuteItems({ parts: { Item }, owner, isDraft, notification: { id, mute }, onChooseTime }: MuteItemsProps) {
  const change = useMuteNotification({ owner, isQuiet: isDraft })
  const icon = <IconBellOff size={16} aria-hidden />
  return (
    <>
      {mute !== null && (
        <Item leftSection={icon} onClick={() => change.mutate({ id, mute: null }, { onError })}>
          Unmute
        </Item>
      )}
      {spans.map(([words, forSeconds]) => (
        <Item key={words} leftSection={icon} onClick={() => change.mutate({ id, mute: { forSeconds } }, { onError })}>
          Mute for {words}
        </Item>
      ))}
      <Item leftSection={icon} onClick={onChooseTime}>
        Mute until…
      </Item>
      <Item leftSection={icon} onClick={() => change.mutate({ id, mute: { until: null } }, { onError })}>
        Mute until I turn it back on
      </Item>
    </>
  )
}

interface RowButtonProps {
  name: 'Edit' | 'Delete'
  notification: StoredNotification
  onClick: (notification: StoredNotification) => void
}

function RowButton({ name, notification, onClick }: RowButtonProps) {
  const viewOnly = useViewOnly()
  return (
    <Tooltip label={name} withinPortal={false}>
      <ActionIcon
        {...viewOnly}
        aria-label={`${name} notification to ${notification.recipient}`}
        onClick={() => onClick(notification)}
      >
        {name === 'Edit' ? <IconPencil size={16} aria-hidden /> : <IconTrash size={16} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  )
}
