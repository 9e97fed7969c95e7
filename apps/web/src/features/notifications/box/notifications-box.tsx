import type { NotificationType } from '@knockwire/domain/notifications/delivery'
import { useDisclosure } from '@mantine/hooks'
import { useId, useRef, useState } from 'react'
import { ErrorState } from '../../../components/ui/error-state.tsx'
import { Panel } from '../../../components/ui/panel.tsx'
import { PartBoundary } from '../../../components/ui/part-boundary.tsx'
import { SkeletonRows } from '../../../components/ui/skeleton-rows.tsx'
import { useAccount } from '../../../lib/account.ts'
import { useFocusBack } from '../../../lib/use-focus-back.ts'
import { NotificationDialog } from '../dialog/notification-dialog.tsx'
import type { KeptNotification } from '../form/kept-notification.ts'
import { formOf, newForm } from '../form/notification-form.ts'
import type { NotificationOwner } from '../form/owner.ts'
import { useNotifications } from '../queries.ts'
import classes from './box.module.css'
import { DeleteDialog } from './delete-dialog.tsx'
import { NotificationGroup } from './notification-group.tsx'
import { useReturnFromSlack, type OpenDialog } from './use-return-from-slack.ts'

interface NotificationsBoxProps {
  owner: NotificationOwner
  types: readonly NotificationType[]
  /** Whether the owner is being created still: then nothing is said of its notifications. */
  isDraft: boolean
}

/** The notifications of a task or receiver, a group for each channel. */
export function NotificationsBox({ owner, types, isDraft }: NotificationsBoxProps) {
  const titleId = useId()
  const notifications = useNotifications(owner)
  const { data: account } = useAccount()
  const [dialog, setDialog] = useState<OpenDialog | null>(useReturnFromSlack(owner))
  const [doomed, setDoomed] = useState<KeptNotification | null>(null)
  const [isAsking, asking] = useDisclosure(false)
  const groups = useRef<HTMLElement>(null)
  const focus = useFocusBack()

  const open = (opened: OpenDialog) => {
    focus.note()
    setDialog(opened)
  }
  const add = (type: NotificationType) =>
    open({ notificationId: null, initial: newForm(owner, type, account?.verifiedEmails[0] ?? '') })
  const focusBack = (type: NotificationType) =>
    focus.giveBack(() => groups.current?.querySelector<HTMLElement>(`[data-add="${type}"]`))

  return (
    <Panel>
      <section ref={groups} aria-labelledby={titleId}>
        <h2 id={titleId} className={classes.title}>
          Notifications
        </h2>
        <p className={classes.lead}>{leads[owner.kind]}</p>
        {notifications.data ? (
          types.map((type) => (
            <NotificationGroup
              key={type}
              type={type}
              notifications={notifications.data.filter((notification) => notification.type === type)}
              onAdd={() => add(type)}
              onEdit={(kept) => open({ notificationId: kept.id, initial: formOf(owner, kept) })}
              onDelete={(kept) => {
                focus.note()
                setDoomed(kept)
                asking.open()
              }}
            />
          ))
        ) : notifications.isError ? (
          <ErrorState
            title="The notifications could not be loaded."
            error={notifications.error}
            onRetry={() => void notifications.refetch()}
          />
        ) : (
          <SkeletonRows label="Loading notifications..." rows={types.length} rowHeight={64} />
        )}
      </section>
      {dialog && (
        <PartBoundary part="The dialog">
          <NotificationDialog
            {...dialog}
            owner={owner}
            isDraft={isDraft}
            onClose={() => {
              setDialog(null)
              focusBack(dialog.initial.action.type)
            }}
          />
        </PartBoundary>
      )}
      <DeleteDialog
        owner={owner}
        isDraft={isDraft}
        opened={isAsking}
        notification={doomed}
        onClose={asking.close}
        onGone={() => doomed && focusBack(doomed.type)}
      />
    </Panel>
  )
}

const leads = {
  task: 'Be told when an execution meets a condition.',
  receiver: 'Be told of each new request.',
} as const
