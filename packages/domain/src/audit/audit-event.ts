import { z } from 'zod'
import { Id, Timestamp } from '../id.ts'
import { auditActionKeys } from './audit-actions.ts'

/**
 * Who did it. USER: somebody signed in. TOKEN: a program with an API token. VISITOR: somebody who was not signed in, as when a
 * sign-in failed. OPERATOR: the administrator of the server. SYSTEM: Knockwire itself, as when a task failed too often.
 */
export const AuditActorKind = z.enum(['USER', 'TOKEN', 'VISITOR', 'OPERATOR', 'SYSTEM'])
export type AuditActorKind = z.infer<typeof AuditActorKind>

export const AuditObjectType = z.enum([
  'ACCOUNT',
  'BOOKMARK',
  'CARD',
  'DELIVERY',
  'EMAIL_ADDRESS',
  'EXECUTION',
  'INVITATION',
  'MEMBER',
  'NOTIFICATION',
  'PASSKEY',
  'PROJECT',
  'RATE_ALERT',
  'RATE_SUBSCRIPTION',
  'RECEIVER',
  'REQUEST',
  'SECRET',
  'SESSION',
  'SIGNING_SECRET',
  'SLACK_CHANNEL',
  'TASK',
  'TOKEN',
  'USER',
])
export type AuditObjectType = z.infer<typeof AuditObjectType>

export const AuditChangeView = z.object({
  /** The dotted path of the field, as the API names it. */
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** Its values are secret, and are not kept. */
  isSecret: z.boolean(),
})

export const AuditEventView = z.object({
  id: Id,
  at: z.string(),
  action: z.enum(auditActionKeys),
  actor: z.object({
    kind: AuditActorKind,
    userId: Id.nullable(),
    /** The user's address when it happened; null where nobody was signed in. */
    email: z.string().nullable(),
    tokenId: Id.nullable(),
    tokenName: z.string().nullable(),
    /** The client's IP address. */
    address: z.string().nullable(),
  }),
  object: z.object({ type: AuditObjectType, id: z.string().nullable(), name: z.string().nullable() }).nullable(),
  changes: z.array(AuditChangeView),
  /** As in the server's log and in the `x-request-id` header of the response. */
  requestId: z.string().nullable(),
  /** The task or receiver that the object belongs to, or the object itself: what the list is narrowed down by. */
  subjectId: z.string().nullable(),
})
export type AuditEventView = z.infer<typeof AuditEventView>

const filters = {
  /** A user's id. */
  actor: Id.optional(),
  action: z.enum(auditActionKeys).optional(),
  /** The id of a task or receiver, for its events and those of its notifications and bookmarks; or of what belongs to neither. */
  object: z.string().min(1).max(200).optional(),
  from: Timestamp.optional(),
  to: Timestamp.optional(),
}

export const AuditExportQuery = z.object(filters)
export type AuditExportQuery = z.infer<typeof AuditExportQuery>

export const AuditQuery = z.object({
  ...filters,
  /** The id of the last event of the page before: what is older follows. */
  before: Id.optional(),
  size: z.coerce.number().int().min(1).max(100).default(50),
})
export type AuditQuery = z.infer<typeof AuditQuery>

/** Newest first. `next`: what to send as `before` for older events; null where there are none. */
export const AuditPage = z.object({
  results: z.array(AuditEventView),
  next: Id.nullable(),
  /** With the first page, who has done something here, former members too; else empty. */
  people: z.array(z.object({ userId: Id, email: z.string() })),
})
export type AuditPage = z.infer<typeof AuditPage>

/** How long an event is kept, in days. */
export const auditDays = 366
