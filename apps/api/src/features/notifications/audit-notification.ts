import type { Transaction } from '@knockwire/db/client'
import type { AuditAction } from '@knockwire/domain/audit/audit-actions'
import type { FieldChange } from '@knockwire/domain/audit/changes'
import { recipientOf } from '@knockwire/services/channels/settings'
import { audit } from '../../access/audit.ts'
import type { ApiContext, Caller } from '../../context.ts'
import type { NotificationRow } from './owner.ts'
import { maskUri } from '@knockwire/domain/audit/mask-requests'

interface Event {
  action: AuditAction
  row: NotificationRow
  changes?: readonly FieldChange[]
}

/** A notification is named by its channel and whom it goes to, and is found with its task or receiver. */
export const auditNotification = (
  context: ApiContext,
  tx: Transaction,
  caller: Caller,
  { action, row: { notification, channel }, changes = [] }: Event,
): Promise<void> => {
  const { id, type, taskId, receiverId, setting } = notification
  const name = `${type}: ${maskUri(recipientOf(setting, channel))}`
  return audit(context, tx, caller, {
    action,
    object: { type: 'NOTIFICATION', id, name },
    subjectId: taskId ?? receiverId ?? id,
    changes,
  })
}
