import { describeCondition } from '@knockwire/domain/conditions/describe'
import type { NotificationType } from '@knockwire/domain/notifications/delivery'
import { ActionIcon, Table, Tooltip, VisuallyHidden } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { describeFiring } from '../firing/firing-form.ts'
import { channels } from '../form/channels.ts'
import type { KeptNotification } from '../form/kept-notification.ts'
import classes from './box.module.css'

interface NotificationTableProps {
  type: NotificationType
  notifications: readonly KeptNotification[]
  onEdit: (notification: KeptNotification) => void
  onDelete: (notification: KeptNotification) => void
}

/** Each notification's condition, where it has one, and whom it tells. */
export function NotificationTable({ type, notifications, onEdit, onDelete }: NotificationTableProps) {
  const { name, recipient: recipientName } = channels[type]
  const hasCondition = notifications.some(({ rule }) => rule !== null)
  return (
    <Table aria-label={`${name} notifications`} className={classes.table}>
      <Table.Thead>
        <Table.Tr>
          {hasCondition && <Table.Th>Condition</Table.Th>}
          <Table.Th>{recipientName}</Table.Th>
          <Table.Th className={classes.actions}>
            <VisuallyHidden>Actions</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {notifications.map((notification) => (
          <Table.Tr key={notification.id}>
            {notification.rule && (
              <Table.Td>
                <Rule rule={notification.rule} />
              </Table.Td>
            )}
            <Table.Td className={classes.recipient}>{notification.recipient}</Table.Td>
            <Table.Td className={classes.actions}>
              <RowButton name="Edit" notification={notification} onClick={onEdit} />
              <RowButton name="Delete" notification={notification} onClick={onDelete} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Rule({ rule }: { rule: NonNullable<KeptNotification['rule']> }) {
  const firing = describeFiring(rule.firing)
  return (
    <>
      {describeCondition(rule.condition)}
      {firing !== null && <span className={classes.firing}>{firing}</span>}
    </>
  )
}

interface RowButtonProps {
  name: 'Edit' | 'Delete'
  notification: KeptNotification
  onClick: (notification: KeptNotification) => void
}

function RowButton({ name, notification, onClick }: RowButtonProps) {
  return (
    <Tooltip label={name} withinPortal={false}>
      <ActionIcon
        aria-label={`${name} notification to ${notification.recipient}`}
        onClick={() => onClick(notification)}
      >
        {name === 'Edit' ? <IconPencil size={16} aria-hidden /> : <IconTrash size={16} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  )
}
