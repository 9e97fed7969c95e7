import type { Role } from '@knockwire/domain/accounts/role'
import type { TaskSortKey } from '@knockwire/domain/tasks/task'
import { eq } from 'drizzle-orm'
import { type AnyPgColumn, foreignKey, index, pgTable, pgView, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { accounts } from './accounts.ts'
import { timestamp } from './columns.ts'

/** A person: what they sign in with, and how they like to see things. */
export const users = pgTable('users', {
  id: uuid().primaryKey(),
  /** Lower case. */
  email: text().notNull().unique(),
  /** Null where they sign in with a provider only. */
  passwordHash: text('password_hash'),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  taskListSortKey: text('task_list_sort_key').$type<TaskSortKey>().notNull().default('createdAt'),
  createdAt: timestamp('created_at').notNull(),
})

/** The column of whatever belongs to a person and goes with them. */
export const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** Who works in which account. An account that is not deleted has at least one OWNER. */
export const memberships = pgTable(
  'memberships',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    userId: userId(),
    role: text().$type<Role>().notNull(),
    createdAt: timestamp('created_at').notNull(),
    /** When the user last had this account in view: the next sign-in begins with it. */
    selectedAt: timestamp('selected_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.userId] }), index('memberships_user').on(t.userId)],
)

/** The foreign key of what a user has in an account: it goes with the membership. */
export const ofMember = (columns: { accountId: AnyPgColumn; userId: AnyPgColumn }) =>
  foreignKey({
    columns: [columns.accountId, columns.userId],
    foreignColumns: [memberships.accountId, memberships.userId],
  }).onDelete('cascade')

/** Whom the mails about an account go to: its owners at their own addresses, be these confirmed or not. */
export const accountOwners = pgView('account_owners').as((qb) =>
  qb
    .select({ accountId: memberships.accountId, userId: memberships.userId, email: users.email })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(memberships.role, 'OWNER')),
)

/** Only the SHA-256 of a session's id is kept. */
export const sessions = pgTable(
  'sessions',
  {
    idHash: text('id_hash').primaryKey(),
    /** What it is called in its owner's list: unlike the hash, nothing follows from it. */
    id: uuid().notNull().unique().defaultRandom(),
    userId: uuid('user_id').notNull(),
    /** The account in view: a session ends with its user's membership there. */
    accountId: uuid('account_id').notNull(),
    createdAt: timestamp('created_at').notNull(),
    /** When its owner last proved who they are after signing in. */
    confirmedAt: timestamp('confirmed_at'),
    lastSeenAt: timestamp('last_seen_at').notNull(),
    expiresAt: timestamp('expires_at').notNull(),
    userAgent: text('user_agent'),
    remoteAddress: text('remote_address'),
  },
  (t) => [
    ofMember(t),
    index('sessions_user').on(t.userId),
    index('sessions_account').on(t.accountId, t.userId),
    index('sessions_expiry').on(t.expiresAt),
  ],
)
