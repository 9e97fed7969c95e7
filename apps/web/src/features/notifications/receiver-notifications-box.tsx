import { ReceiverNotificationType } from '@knockwire/domain/notifications/notification'
import { PartBoundary } from '../../components/ui/part-boundary.tsx'
import { NotificationsBox } from './box/notifications-box.tsx'

interface ReceiverNotificationsBoxProps {
  receiverId: string
  /** Whether the receiver is being created still. */
  isDraft?: boolean
}

/** Whom a receiver tells of each new request. */
export const ReceiverNotificationsBox = ({ receiverId, isDraft = false }: ReceiverNotificationsBoxProps) => (
  <PartBoundary part="The notifications">
    <NotificationsBox
      owner={{ kind: 'receiver', id: receiverId }}
      types={ReceiverNotificationType.options}
      isDraft={isDraft}
    />
  </PartBoundary>
)
