import { ReceiverNotificationType } from '@knockwire/domain/notifications/notification'
import type { TypedReceiver } from '@knockwire/domain/notifications/preview'
import { PartBoundary } from '../../components/ui/part-boundary.tsx'
import { NotificationsBox } from './box/notifications-box.tsx'

interface ReceiverNotificationsBoxProps {
  receiverId: string
  /** Whether the receiver is being created still. */
  isDraft?: boolean
  /** The receiver as its page's form shows it, where it is being edited. */
  typed: TypedReceiver | undefined
}

/** Whom a receiver tells of each new request. */
export const ReceiverNotificationsBox = ({ receiverId, isDraft = false, typed }: ReceiverNotificationsBoxProps) => (
  <PartBoundary part="The notifications">
    <NotificationsBox
      owner={{ kind: 'receiver', id: receiverId, typed }}
      types={ReceiverNotificationType.options}
      isDraft={isDraft}
    />
  </PartBoundary>
)
