import { createHash, randomBytes } from 'node:crypto'
import type { DatabaseOrTransaction, Transaction } from '@knockwire/db/client'
import type { Plan } from '@knockwire/domain/plans/plan'
import { accounts } from '@knockwire/db/schema/accounts'
import { memberships, sessions, users } from '@knockwire/db/schema/users'
import { and, eq, gt, isNull, lt, lte } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import type { Found } from '../plugins/route-config.ts'
import type { Client } from './client/client.ts'
import { accountToView } from './owned/own-accounts.ts'

/** 256 random bits; nothing can be read from it. */
export const newSessionId = () => randomBytes(32).toString('base64url')

/** What is kept instead of the id, so that a copy of the table opens no session. */
export const hashSessionId = (id: string) => createHash('sha256').update(id).digest('hex')

const dayMs = 86_400_000

/** A session ends when it was not used for `idleMs`, and in any case `absoluteMs` after sign-in. */
export const sessionRules = { idleMs: 14 * dayMs, absoluteMs: 90 * dayMs, seenEveryMs: 60_000 } as const

interface StartSession {
  userId: string
  client: Client
  /** Of an account that is made for a user who has none any more. */
  plan: Plan
  nowMs: number
}

export interface SignedIn {
  userId: string
  /** The account in view. */
  accountId: string
  sessionId: string
}

/** Opens a session under a new id, and clears away the user's ended ones. */
export const startSession = async (
  tx: Transaction,
  { userId, client, plan, nowMs }: StartSession,
): Promise<SignedIn> => {
  const id = newSessionId()
  const now = new Date(nowMs)
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), lte(sessions.expiresAt, now)))
  const accountId = await accountToView(tx, { userId, plan, nowMs })
  await tx.insert(sessions).values({
    idHash: hashSessionId(id),
    userId,
    accountId,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(nowMs + sessionRules.absoluteMs),
    userAgent: client.userAgent?.slice(0, 400) ?? null,
    remoteAddress: client.address,
  })
  return { userId, accountId, sessionId: id }
}

/** Written once a minute at most, so that reading a page does not cost a write. */
const markSeen = async ({ db }: ApiContext, idHash: string, now: number) => {
  await db
    .update(sessions)
    .set({ lastSeenAt: new Date(now) })
    .where(and(eq(sessions.idHash, idHash), lt(sessions.lastSeenAt, new Date(now - sessionRules.seenEveryMs))))
}

/** Whose session an id opens; null where it has ended or never was. */
export const readSession = async (context: ApiContext, sessionId: string): Promise<Found | null> => {
  const now = context.now()
  const idHash = hashSessionId(sessionId)
  const [session] = await context.db
    .select({
      id: sessions.id,
      accountId: sessions.accountId,
      userId: sessions.userId,
      role: memberships.role,
      createdAt: sessions.createdAt,
      confirmedAt: sessions.confirmedAt,
      lastSeenAt: sessions.lastSeenAt,
      email: users.email,
      suspendedReason: accounts.suspendedReason,
    })
    .from(sessions)
    // A closed account keeps nothing that opens it; should a session have been opened beside its deletion, it opens nothing.
    .innerJoin(accounts, and(eq(accounts.id, sessions.accountId), isNull(accounts.deletedAt)))
    .innerJoin(memberships, and(eq(memberships.accountId, accounts.id), eq(memberships.userId, sessions.userId)))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.idHash, idHash),
        gt(sessions.expiresAt, new Date(now)),
        gt(sessions.lastSeenAt, new Date(now - sessionRules.idleMs)),
      ),
    )
  if (session === undefined) return null
  if (now - session.lastSeenAt.getTime() > sessionRules.seenEveryMs) await markSeen(context, idHash, now)
  const { id, accountId, userId, role, createdAt, confirmedAt, email, suspendedReason } = session
  const confirmedAtMs = (confirmedAt ?? createdAt).getTime()
  const reconfirmedAtMs = confirmedAt?.getTime() ?? null
  const caller = { accountId, userId, role, isReadOnly: role === 'VIEWER' }
  return { caller, credential: { kind: 'session', id, confirmedAtMs, reconfirmedAtMs }, email, suspendedReason }
}

/** Ends a session for good: its id opens nothing any more, wherever it is kept. Gives whose it was; null where there is none. */
export const endSession = async (
  tx: DatabaseOrTransaction,
  sessionId: string,
): Promise<{ accountId: string; userId: string } | null> => {
  const own = eq(sessions.idHash, hashSessionId(sessionId))
  const { accountId, userId } = sessions
  const [ended] = await tx.delete(sessions).where(own).returning({ accountId, userId })
  return ended ?? null
}

/** Notes that the session's owner has just proved who they are: for a while it may change what signs them in. */
export const markConfirmed = async (
  { now }: ApiContext,
  tx: DatabaseOrTransaction,
  sessionId: string,
): Promise<void> => {
  await tx
    .update(sessions)
    .set({ confirmedAt: new Date(now()) })
    .where(eq(sessions.id, sessionId))
}
