import type { DatabaseOrTransaction, Transaction } from '@knockwire/db/client'
import { accounts } from '@knockwire/db/schema/accounts'
import { memberships, users } from '@knockwire/db/schema/users'
import type { Plan } from '@knockwire/domain/plans/plan'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { and, asc, desc, eq, isNull } from 'drizzle-orm'

interface OpenAccount {
  userId: string
  name: string
  plan: Plan
  nowMs: number
}

/** A new account, whose owner is this user. Gives its id. */
const openAccount = async (db: DatabaseOrTransaction, { userId, name, plan, nowMs }: OpenAccount): Promise<string> => {
  const [accountId, createdAt] = [uuidv7(nowMs), new Date(nowMs)]
  await db.insert(accounts).values({ id: accountId, name, plan, createdAt })
  await db.insert(memberships).values({ accountId, userId, role: 'OWNER', createdAt, selectedAt: createdAt })
  return accountId
}

interface CreateUser {
  email: string
  /** Null where they sign in with a provider only. */
  passwordHash: string | null
  firstName: string
  lastName: string
  /** Of their own account. */
  plan: Plan
  nowMs: number
}

/** A new user with their own account; null where the address has a user, also when two ask at once. */
export const createUser = async (
  db: DatabaseOrTransaction,
  input: CreateUser,
): Promise<{ userId: string; accountId: string } | null> => {
  const { plan, nowMs, ...fields } = input
  const [created] = await db
    .insert(users)
    .values({ id: uuidv7(nowMs), ...fields, createdAt: new Date(nowMs) })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id })
  if (created === undefined) return null
  const userId = created.id
  return { userId, accountId: await openAccount(db, { userId, name: nameOf(fields), plan, nowMs }) }
}

const nameOf = ({ firstName, lastName, email }: Pick<CreateUser, 'firstName' | 'lastName' | 'email'>) =>
  `${firstName} ${lastName}`.trim() || email

/**
 * The account that a user's session begins with: the one that they had in view last. Who has none any more, since it was
 * deleted or they were removed, gets a new one. The membership is locked, so that a session is of one that still holds.
 */
export const accountToView = async (
  tx: Transaction,
  { userId, plan, nowMs }: { userId: string; plan: Plan; nowMs: number },
): Promise<string> => {
  const [last] = await tx
    .select({ accountId: memberships.accountId })
    .from(memberships)
    .innerJoin(accounts, and(eq(accounts.id, memberships.accountId), isNull(accounts.deletedAt)))
    .where(eq(memberships.userId, userId))
    .orderBy(desc(memberships.selectedAt), asc(memberships.accountId))
    .limit(1)
    .for('key share', { of: memberships })
  if (last !== undefined) return last.accountId
  const [user] = await tx.select().from(users).where(eq(users.id, userId))
  if (user === undefined) throw new Error('The user was deleted meanwhile.')
  return openAccount(tx, { userId, name: nameOf(user), plan, nowMs })
}
