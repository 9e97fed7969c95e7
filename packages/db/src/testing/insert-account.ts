import type { Plan } from '@knockwire/domain/plans/plan'
import { eq } from 'drizzle-orm'
import type { DatabaseOrTransaction } from '../client.ts'
import { accounts } from '../schema/accounts.ts'
import { accountOwners, memberships, users } from '../schema/users.ts'
import { uuidv7 } from '../uuidv7.ts'

interface NewAccount {
  id?: string
  email?: string
  plan?: Plan
  createdAt?: Date
}

/** An account with its owner, as sign-up makes both. */
export const insertTestAccount = async (
  db: DatabaseOrTransaction,
  { id = uuidv7(), email = `${id}@example.com`, plan = 'FREE', createdAt = new Date() }: NewAccount = {},
): Promise<{ accountId: string; userId: string; email: string }> => {
  const [userId, own] = [uuidv7(), { createdAt }]
  await db.insert(accounts).values({ id, name: email, plan, ...own })
  await db.insert(users).values({ id: userId, email, firstName: 'Test', lastName: '', ...own })
  await db.insert(memberships).values({ accountId: id, userId, role: 'OWNER', selectedAt: createdAt, ...own })
  return { accountId: id, userId, email }
}

/** The user who owns an account of a test. */
export const ownerOf = async (db: DatabaseOrTransaction, accountId: string): Promise<string> => {
  const [owner] = await db.select().from(accountOwners).where(eq(accountOwners.accountId, accountId))
  if (owner === undefined) throw new Error(`The account ${accountId} has no owner.`)
  return owner.userId
}
