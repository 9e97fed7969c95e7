import { channels as definitions } from '@knockwire/domain/channels/registry'
import type { ChannelType } from '@knockwire/domain/channels/channel-types'
import { describeCondition } from '@knockwire/domain/conditions/describe'
import type { Rule } from '@knockwire/domain/notifications/when-rules'
import { Button, VisuallyHidden } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useId } from 'react'
import { Breakable } from '../../components/ui/feedback/breakable.tsx'
import { useViewOnly, useAccount } from '../../lib/session/account.ts'
import { channels } from './channels/registry.ts'
import type { StoredNotification } from './notification-form.ts'
import { Table } from '../../components/ui/layout/table.tsx'
import classes from './notifications-box.module.css'
import type { NotificationOwner } from './owner.ts'
import { PlanUsage } from './plan/plan-usage.tsx'
import { MuteState } from './row/mute-state.tsx'
import { RowActions } from './row/row-actions.tsx'
import { usePlanWarning } from './plan/plan-warning.ts'
import { describeHeartbeat } from './rule/heartbeat-form.ts'
import { describeFiring } from './rule/rule-form.ts'
import { hasPlans } from '../../lib/session/instance.ts'

interface NotificationGroupProps {
  owner: NotificationOwner
  /** The owner is still being created: then changes of its notifications are not announced. */
  isDraft: boolean
  type: ChannelType
  notifications: readonly StoredNotification[]
  onAdd: () => void
  onEdit: (notification: StoredNotification) => void
  onDelete: (notification: StoredNotification) => void
}

/** The notifications of one channel. */
export function NotificationGroup({ onAdd, ...listed }: NotificationGroupProps) {
  const { type, notifications } = listed
  const titleId = useId()
  const noteId = useId()
  const { label } = definitions[type]
  const { icon: Icon, Note, canAdd = alwaysAddable } = channels[type]
  const { data: account } = useAccount()
  const viewOnly = useViewOnly()
  return (
    <section aria-labelledby={titleId} className={classes.group}>
      <div className={classes.head}>
        <h3 id={titleId} className={classes.channel}>
          <Icon size={18} aria-hidden />
          {label}
        </h3>
        {notifications.length === 0 && <p className={classes.empty}>No {label} notification configured</p>}
        <Button
          variant="default"
          disabled={!canAdd(account)}
          {...viewOnly}
          className={classes.add ?? ''}
          leftSection={<IconPlus size={16} aria-hidden />}
          aria-describedby={`${titleId} ${noteId}`}
          data-add={type}
          onClick={onAdd}
        >
          Add
        </Button>
      </div>
      <div id={noteId}>{Note && <Note />}</div>
      {notifications.length > 0 && <PlanUsage type={type} />}
      {notifications.length > 0 && <NotificationTable {...listed} />}
    </section>
  )
}

const alwaysAddable = () => true

/** Each notification's condition, where one of them has any, and recipient. */
function NotificationTable({ type, notifications, onEdit, onDelete, ...owned }: Omit<NotificationGroupProps, 'onAdd'>) {
  const { label, recipientLabel } = definitions[type]
  const hasCondition = notifications.some(({ rule, heartbeat }) => rule !== null || heartbeat !== null)
  return (
    <Table aria-label={`${label} notifications`} className={classes.table}>
      <thead>
        <tr>
          {hasCondition && <th>Condition</th>}
          <th>{recipientLabel}</th>
          <th className={classes.actions}>
            <VisuallyHidden>Actions</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {notifications.map((notification) => (
          <tr key={notification.id}>
            {hasCondition && (
              <td>
                {notification.rule ? (
                  <RuleSummary owner={owned.owner} type={type} rule={notification.rule} />
                ) : notification.heartbeat ? (
                  describeHeartbeat(notification.heartbeat, owned.owner.expectationMode)
                ) : (
                  'Each request'
                )}
              </td>
            )}
            <td>
              <Breakable text={notification.recipient} />
              <MuteState {...owned} notification={notification} />
            </td>
            <td className={classes.actions}>
              <RowActions {...owned} notification={notification} onEdit={onEdit} onDelete={onDelete} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

interface RuleSummaryProps {
  owner: NotificationOwner
  type: ChannelType
  rule: Rule
}

function RuleSummary({ owner, type, rule }: RuleSummaryProps) {
  const firing = describeFiring(rule)
  const warning = usePlanWarning(owner, type, rule.firing)
  return (
    <>
      {describeCondition(rule.condition)}
      {firing !== null && <span className={classes.firing}>{firing}</span>}
      {warning !== null && (
        <span className={classes.warning}>
          Every time: can use up your {hasPlans ? 'plan’s' : 'account’s'} {warning}
        </span>
      )}
    </>
  )
}
