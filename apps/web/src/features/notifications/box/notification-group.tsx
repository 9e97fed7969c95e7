import type { NotificationType } from '@knockwire/domain/notifications/delivery'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useId } from 'react'
import { channels } from '../form/channels.ts'
import type { KeptNotification } from '../form/kept-notification.ts'
import classes from './box.module.css'
import { noSlackText, useHasSlack } from '../slack/use-has-slack.ts'
import { NotificationTable } from './notification-table.tsx'

interface NotificationGroupProps {
  type: NotificationType
  notifications: readonly KeptNotification[]
  onAdd: () => void
  onEdit: (notification: KeptNotification) => void
  onDelete: (notification: KeptNotification) => void
}

/** The notifications of one channel. */
export function NotificationGroup({ type, notifications, onAdd, onEdit, onDelete }: NotificationGroupProps) {
  const titleId = useId()
  const { name, icon: Icon } = channels[type]
  return (
    <section aria-labelledby={titleId} className={classes.group}>
      <div className={classes.head}>
        <h3 id={titleId} className={classes.channel}>
          <Icon size={18} aria-hidden />
          {name}
        </h3>
        {notifications.length === 0 && <p className={classes.empty}>No {name} notification configured</p>}
        <Button
          variant="default"
          className={classes.add ?? ''}
          leftSection={<IconPlus size={16} aria-hidden />}
          aria-describedby={titleId}
          data-add={type}
          onClick={onAdd}
        >
          Add
        </Button>
      </div>
      {type === 'SLACK' && <SlackNote />}
      {notifications.length > 0 && (
        <NotificationTable type={type} notifications={notifications} onEdit={onEdit} onDelete={onDelete} />
      )}
    </section>
  )
}

/** Said beforehand: in the dialog there would be no channel to choose. */
const SlackNote = () => (useHasSlack() ? null : <p className={classes.note}>{noSlackText}</p>)
