import type { DatabaseOrTransaction, Transaction } from '@knockwire/db/client'
import { accounts, sessions } from '@knockwire/db/schema/accounts'
import { and, eq, isNull, lte } from 'drizzle-orm'
import type { Client } from './client.ts'
import { hashSessionId, newSessionId } from './session-id.ts'
import { sessionRules } from './session-rules.ts'

interface StartSession {
  accountId: string
  client: Client
  nowMs: number
}

/**
 * Locks an account until the transaction ends; undefined where it is closed. What signs in is looked at once more under
 * the lock: whoever revokes it ends all sessions, and one that is opened at that very moment must not stay.
 */
export const lockAccount = async (tx: Transaction, accountId: string) => {
  const isOpen = and(eq(accounts.id, accountId), isNull(accounts.deletedAt))
  const [account] = await tx.select({ passwordHash: accounts.passwordHash }).from(accounts).where(isOpen).for('share')
  return account
}

/** Opens a session under a new id, and clears away the account's ended ones. */
export const startSession = async (db: DatabaseOrTransaction, input: StartSession): Promise<string> => {
  const { accountId, client, nowMs } = input
  const id = newSessionId()
  const now = new Date(nowMs)
  await db.delete(sessions).where(and(eq(sessions.accountId, accountId), lte(sessions.expiresAt, now)))
  await db.insert(sessions).values({
    idHash: hashSessionId(id),
    accountId,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(nowMs + sessionRules.absoluteMs),
    userAgent: client.userAgent?.slice(0, 400) ?? null,
    remoteAddress: client.address,
  })
  return id
}
