import { NotificationType } from '@knockwire/domain/notifications/delivery'
import { PartBoundary } from '../../components/ui/part-boundary.tsx'
import { NotificationsBox } from './box/notifications-box.tsx'

interface TaskNotificationsBoxProps {
  taskId: string
  /** Whether the task is being created still. */
  isDraft?: boolean
}

/** Whom a task tells when its conditions hold. */
export const TaskNotificationsBox = ({ taskId, isDraft = false }: TaskNotificationsBoxProps) => (
  <PartBoundary part="The notifications">
    <NotificationsBox owner={{ kind: 'task', id: taskId }} types={NotificationType.options} isDraft={isDraft} />
  </PartBoundary>
)
