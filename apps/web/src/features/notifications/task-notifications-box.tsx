import { NotificationType } from '@knockwire/domain/notifications/delivery'
import { NotificationsBox } from './box/notifications-box.tsx'

interface TaskNotificationsBoxProps {
  taskId: string
  /** Whether the task is being created still. */
  isDraft?: boolean
}

/** Whom a task tells when its conditions hold. */
export const TaskNotificationsBox = ({ taskId, isDraft = false }: TaskNotificationsBoxProps) => (
  <NotificationsBox owner={{ kind: 'task', id: taskId }} types={NotificationType.options} isDraft={isDraft} />
)
