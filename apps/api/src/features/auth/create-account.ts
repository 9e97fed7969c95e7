import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { accounts } from '@knockwire/db/schema/accounts'
import { uuidv7 } from '@knockwire/db/uuidv7'

interface CreateAccount {
  email: string
  /** Null where it signs in with a provider only. */
  passwordHash: string | null
  firstName: string
  lastName: string
  nowMs: number
}

/** The new account's id; null where the address has one, also when two ask at once. */
export const createAccount = async (db: DatabaseOrTransaction, input: CreateAccount): Promise<string | null> => {
  const { nowMs, ...fields } = input
  const [created] = await db
    .insert(accounts)
    .values({ id: uuidv7(nowMs), ...fields, createdAt: new Date(nowMs) })
    .onConflictDoNothing({ target: accounts.email })
    .returning({ id: accounts.id })
  return created?.id ?? null
}
