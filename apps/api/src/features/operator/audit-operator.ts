import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { type AuditActor, type AuditEvent, recordEvent } from '@knockwire/services/audit/record-event'
import type { ApiContext, Caller } from '../../context.ts'

/** In the browser; by a command, it is nobody whom the server knows (`operatorsCommand`). */
export const operatorOf = ({ userId, via: { address, requestId } }: Caller): AuditActor => ({
  kind: 'OPERATOR',
  userId,
  address,
  requestId,
})

export const operatorsCommand: AuditActor = { kind: 'OPERATOR' }

/** Records what the operator does to these accounts, or to the whole instance where they are null. */
export const auditOperator = (
  { now }: Pick<ApiContext, 'now'>,
  tx: DatabaseOrTransaction,
  actor: AuditActor,
  { accountIds, ...event }: AuditEvent & { accountIds: readonly string[] | null },
): Promise<void> => recordEvent(tx, accountIds ?? [null], actor, event, now())
