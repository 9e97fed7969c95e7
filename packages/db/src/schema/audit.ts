import type { AuditAction } from '@knockwire/domain/audit/audit-actions'
import type { AuditActorKind, AuditObjectType } from '@knockwire/domain/audit/audit-event'
import type { FieldChange } from '@knockwire/domain/audit/changes'
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestamp } from './columns.ts'

/**
 * Who did what in an account, written in the transaction of each change. Append-only: a trigger of the first migration with this
 * table rejects every UPDATE, and every DELETE of what is younger than a year and whose account is open.
 *
 * No foreign keys: an event outlives the user, token and object that it names, which is why it has their names, too; and a
 * reference to the account would lock it after the task that is saved, where a deletion does so the other way round.
 */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: uuid().primaryKey(),
    /** Null: what the operator did to the whole instance, or to no account. */
    accountId: uuid('account_id'),
    occurredAt: timestamp('occurred_at').notNull(),
    action: text().$type<AuditAction>().notNull(),
    actorKind: text('actor_kind').$type<AuditActorKind>().notNull(),
    actorUserId: uuid('actor_user_id'),
    /** The user's address at that time. */
    actorEmail: text('actor_email'),
    tokenId: uuid('token_id'),
    tokenName: text('token_name'),
    /** The client's IP address. */
    address: text(),
    objectType: text('object_type').$type<AuditObjectType>(),
    objectId: text('object_id'),
    objectName: text('object_name'),
    /** The task or receiver that the object belongs to, or the object itself: what one object's history is read by. */
    subjectId: text('subject_id'),
    changes: jsonb().$type<FieldChange[]>(),
    requestId: uuid('request_id'),
  },
  (t) => [
    index('audit_events_account').on(t.accountId, t.id),
    index('audit_events_subject').on(t.accountId, t.subjectId, t.id),
    index('audit_events_actor').on(t.accountId, t.actorUserId, t.id),
  ],
)
