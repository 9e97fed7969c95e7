import { z } from 'zod'
import { Id, Timestamp } from '../id.ts'

/** `READ`: every call that changes nothing. `WRITE`: also those that do. Neither manages credentials or payment. */
export const ApiTokenScope = z.enum(['READ', 'WRITE'])
export type ApiTokenScope = z.infer<typeof ApiTokenScope>

export const maxApiTokens = 50

export const ApiTokenView = z.object({
  id: Id,
  name: z.string(),
  /** The address of the user who made it: it does no more than their role lets them. */
  createdBy: z.string(),
  /** The token's first characters; the rest is not kept. */
  prefix: z.string(),
  scope: ApiTokenScope,
  createdAt: Timestamp,
  /** Null: until it is revoked. */
  expiresAt: Timestamp.nullable(),
  isExpired: z.boolean(),
  /** To the minute. */
  lastUsedAt: Timestamp.nullable(),
})
export type ApiTokenView = z.infer<typeof ApiTokenView>

export const ApiTokenList = z.object({ results: z.array(ApiTokenView) })
export type ApiTokenList = z.infer<typeof ApiTokenList>

export const CreateApiTokenInput = z.strictObject({
  name: z.string().trim().min(1, 'Enter a name.').max(100),
  scope: ApiTokenScope.default('READ'),
  expiresAt: Timestamp.nullable().default(null),
})
export type CreateApiTokenInput = z.output<typeof CreateApiTokenInput>

/** The only answer that holds the token itself. */
export const CreatedApiTokenView = ApiTokenView.extend({ token: z.string() })
export type CreatedApiTokenView = z.infer<typeof CreatedApiTokenView>
