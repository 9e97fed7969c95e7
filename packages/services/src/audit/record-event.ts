import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { auditEvents } from '@knockwire/db/schema/audit'
import { apiTokens } from '@knockwire/db/schema/credentials'
import { users } from '@knockwire/db/schema/users'
import { uuidv7 } from '@knockwire/db/uuidv7'
import type { AuditAction } from '@knockwire/domain/audit/audit-actions'
import type { AuditActorKind, AuditObjectType } from '@knockwire/domain/audit/audit-event'
import type { FieldChange } from '@knockwire/domain/audit/changes'
import { shorten } from '@knockwire/domain/text/shorten'
import { sql } from 'drizzle-orm'

/** Who does it, and from where. */
export interface AuditActor {
  kind: AuditActorKind
  userId?: string | null
  tokenId?: string | null
  /** The client's IP address. */
  address?: string | null
  requestId?: string | null
}

export interface AuditEvent {
  action: AuditAction
  /** What it was done to. `name` as its user would say it, at that time. */
  object?: { type: AuditObjectType; id?: string | null; name?: string | null }
  /** The task or receiver that the object belongs to, where it is not the object itself. */
  subjectId?: string
  changes?: readonly FieldChange[]
}

const longestName = 200

/**
 * Records what is done in these accounts (null: to none, as by the operator to the instance), in the transaction of the change: either both are committed or neither is. The
 * actor's names are read here, since they may be gone when somebody reads them.
 */
export const recordEvent = async (
  tx: DatabaseOrTransaction,
  accountIds: readonly (string | null)[],
  actor: AuditActor,
  event: AuditEvent,
  nowMs: number,
): Promise<void> => {
  if (accountIds.length > 0)
    await tx.insert(auditEvents).values(accountIds.map((accountId) => rowOf(accountId, actor, event, nowMs)))
}

const rowsAtOnce = 500

/** The same of many events in one account, which one call of it caused. */
export const recordEvents = async (
  tx: DatabaseOrTransaction,
  accountId: string,
  actor: AuditActor,
  events: readonly AuditEvent[],
  nowMs: number,
): Promise<void> => {
  for (let start = 0; start < events.length; start += rowsAtOnce) {
    const some = events.slice(start, start + rowsAtOnce)
    await tx.insert(auditEvents).values(some.map((event) => rowOf(accountId, actor, event, nowMs)))
  }
}

const rowOf = (
  accountId: string | null,
  { kind, userId = null, tokenId = null, address = null, requestId = null }: AuditActor,
  { action, object, subjectId, changes = [] }: AuditEvent,
  nowMs: number,
) => {
  const objectId = object?.id ?? null
  const name = object?.name ?? null
  return {
    id: uuidv7(nowMs),
    accountId,
    occurredAt: new Date(nowMs),
    action,
    actorKind: kind,
    actorUserId: userId,
    actorEmail: userId && sql<string>`(select ${users.email} from ${users} where ${users.id} = ${userId})`,
    tokenId,
    tokenName: tokenId && sql<string>`(select ${apiTokens.name} from ${apiTokens} where ${apiTokens.id} = ${tokenId})`,
    address,
    objectType: object?.type ?? null,
    objectId,
    objectName: name === null ? null : shorten(name, longestName),
    subjectId: subjectId ?? objectId,
    changes: changes.length === 0 ? null : [...changes],
    requestId,
  }
}
