import { z } from 'zod'
import { ProjectName } from '../definitions/key.ts'
import { Id, Timestamp } from '../id.ts'
import { tokenScopes } from './token-scopes.ts'

/** `READ`: every call that changes nothing. `WRITE`: also those that do. Neither manages credentials or payment. */
export const ApiTokenScope = z.enum(['READ', 'WRITE'])
export type ApiTokenScope = z.infer<typeof ApiTokenScope>

export const maxApiTokens = 50

/** What a token is narrowed down to. */
export const TokenScope = z.enum(tokenScopes)

/** How long the value that a token had before it was rotated is accepted still. */
export const rotationOverlapMs = 3_600_000

export const ApiTokenView = z.object({
  id: Id,
  name: z.string(),
  /** The address of the user who made it: it does no more than their role lets them. */
  createdBy: z.string(),
  /** Whether that is the caller, who alone can rotate it. */
  isOwn: z.boolean(),
  /** The token's first characters; the rest is not kept. */
  prefix: z.string(),
  /** Of one that is narrowed down: `WRITE` where a scope of it changes something. */
  scope: ApiTokenScope,
  /** The calls that it may make; null: all that `scope` allows. */
  scopes: z.array(TokenScope).nullable(),
  /** The project that it may apply and read alone; null: it is bound to none. */
  project: z.string().nullable(),
  createdAt: Timestamp,
  /** Null: until it is revoked. */
  expiresAt: Timestamp.nullable(),
  isExpired: z.boolean(),
  /** Until when the value that it had before it was rotated is accepted still; null where that is over, or there was none. */
  previousExpiresAt: Timestamp.nullable(),
  /** To the minute. */
  lastUsedAt: Timestamp.nullable(),
})
export type ApiTokenView = z.infer<typeof ApiTokenView>

export const ApiTokenList = z.object({ results: z.array(ApiTokenView) })
export type ApiTokenList = z.infer<typeof ApiTokenList>

export const CreateApiTokenInput = z.strictObject({
  name: z.string().trim().min(1, 'Enter a name.').max(100),
  scope: ApiTokenScope.default('READ'),
  /** Narrows the token down to these calls, whatever `scope` says; null: all that `scope` allows. */
  scopes: z.array(TokenScope).min(1, 'Choose at least one scope.').max(tokenScopes.length).nullable().default(null),
  /** Binds a token whose only scope is `apply` to one project. */
  project: ProjectName.nullable().default(null),
  expiresAt: Timestamp.nullable().default(null),
})
export type CreateApiTokenInput = z.output<typeof CreateApiTokenInput>

/** The only answer that holds the token itself. */
export const CreatedApiTokenView = ApiTokenView.extend({ token: z.string() })
export type CreatedApiTokenView = z.infer<typeof CreatedApiTokenView>
