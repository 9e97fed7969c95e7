import type { auditEvents } from '@knockwire/db/schema/audit'
import type { AuditEventView } from '@knockwire/domain/audit/audit-event'

export const presentEvent = (row: typeof auditEvents.$inferSelect): AuditEventView => ({
  id: row.id,
  at: row.occurredAt.toISOString(),
  action: row.action,
  actor: {
    kind: row.actorKind,
    userId: row.actorUserId,
    email: row.actorEmail,
    tokenId: row.tokenId,
    tokenName: row.tokenName,
    address: row.address,
  },
  object: row.objectType === null ? null : { type: row.objectType, id: row.objectId, name: row.objectName },
  changes: (row.changes ?? []).map((change) =>
    'secret' in change
      ? { field: change.field, before: null, after: null, isSecret: true }
      : { ...change, isSecret: false },
  ),
  requestId: row.requestId,
  subjectId: row.subjectId,
})
