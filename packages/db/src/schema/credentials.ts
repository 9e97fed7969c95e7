import type { Role } from '@knockwire/domain/accounts/role'
import type { TokenScope } from '@knockwire/domain/accounts/token-scopes'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { EncryptedValue } from '../stored-json.ts'
import { accounts } from './accounts.ts'
import { bytes, timestamp } from './columns.ts'
import { ofMember, userId, users } from './users.ts'

/** Open codes. A user may have several, which all work until one of them was used. */
export const passwordResetCodes = pgTable(
  'password_reset_codes',
  {
    codeHash: text('code_hash').primaryKey(),
    userId: userId(),
    expiresAt: timestamp('expires_at').notNull(),
  },
  (t) => [index('password_reset_codes_user').on(t.userId)],
)

/** What a token does that is not narrowed down. */
export type TokenAccess = 'READ' | 'WRITE'

/** API tokens of an account. Only the SHA-256 of a token is kept; it is shown once, when it is made. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: uuid().primaryKey(),
    accountId: uuid('account_id').notNull(),
    /** Who made it: it is never stronger than their role, and ends with their membership. */
    userId: uuid('user_id').notNull(),
    name: text().notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    /** The token's first characters, by which its owner recognizes it. */
    prefix: text().notNull(),
    /** Of one that is narrowed down, READ: a process of an earlier version, which knows no scopes, lets it change nothing. */
    scope: text().$type<TokenAccess>().notNull(),
    /** The calls that it may make; null: all that `scope` allows. */
    scopes: text().array().$type<TokenScope[]>(),
    /** The one project that it may apply; null: any. */
    project: text(),
    createdAt: timestamp('created_at').notNull(),
    /** Null: until it is revoked. */
    expiresAt: timestamp('expires_at'),
    lastUsedAt: timestamp('last_used_at'),
    /** Of the value before the last rotation, which is accepted for an hour more. */
    previousTokenHash: text('previous_token_hash').unique(),
    previousExpiresAt: timestamp('previous_expires_at'),
  },
  (t) => [ofMember(t), index('api_tokens_account').on(t.accountId, t.id), index('api_tokens_user').on(t.userId)],
)

/** Who was asked to join an account. Deleted when it is accepted or revoked; only the SHA-256 of its token is kept. */
export const invitations = pgTable(
  'invitations',
  {
    id: uuid().primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** Lower case. */
    email: text().notNull(),
    role: text().$type<Role>().notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    invitedBy: uuid('invited_by')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: timestamp('created_at').notNull(),
    expiresAt: timestamp('expires_at').notNull(),
  },
  (t) => [unique('invitations_once').on(t.accountId, t.email), index('invitations_user').on(t.invitedBy)],
)

/** Identities at an OpenID Connect provider that sign a user in. */
export const oidcIdentities = pgTable(
  'oidc_identities',
  {
    issuer: text().notNull(),
    /** The provider's `sub`: never reassigned, unlike an email address. */
    subject: text().notNull(),
    userId: userId(),
    createdAt: timestamp('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.issuer, t.subject] }), index('oidc_identities_user').on(t.userId)],
)

/** WebAuthn credentials. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid().primaryKey(),
    userId: userId(),
    /** base64url, as the authenticator names it. */
    credentialId: text('credential_id').notNull().unique(),
    publicKey: bytes('public_key').notNull(),
    /** The authenticator's signature counter; 0 where it keeps none. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    isBackedUp: boolean('is_backed_up').notNull(),
    name: text().notNull(),
    createdAt: timestamp('created_at').notNull(),
    lastUsedAt: timestamp('last_used_at'),
  },
  (t) => [index('passkeys_user').on(t.userId, t.id)],
)

export type ChallengePurpose = 'OIDC' | 'PASSKEY_REGISTER' | 'PASSKEY_SIGN_IN' | 'PASSKEY_CONFIRM'

/**
 * What a sign-in in several steps has to remember between them, for the one browser that holds the id as a cookie.
 * Deleted when it is used, so that it is used once.
 */
export const signInChallenges = pgTable(
  'sign_in_challenges',
  {
    idHash: text('id_hash').primaryKey(),
    purpose: text().$type<ChallengePurpose>().notNull(),
    data: jsonb().$type<EncryptedValue>().notNull(),
    expiresAt: timestamp('expires_at').notNull(),
  },
  (t) => [index('sign_in_challenges_expiry').on(t.expiresAt)],
)
