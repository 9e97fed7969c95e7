import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { memberships, users } from '@knockwire/db/schema/users'
import { type AuditActor, type AuditEvent, recordEvent, recordEvents } from '@knockwire/services/audit/record-event'
import { eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../context.ts'
import type { Client } from './client/client.ts'

/** The caller as the audit log names them. */
export const actorOf = ({ userId, via: { tokenId, address, requestId } }: Caller): AuditActor => ({
  kind: tokenId === null ? 'USER' : 'TOKEN',
  userId,
  tokenId,
  address,
  requestId,
})

/** Records what the caller does in the account in view, in the transaction of the change. */
export const audit = (
  { now }: Pick<ApiContext, 'now'>,
  tx: DatabaseOrTransaction,
  caller: Caller,
  event: AuditEvent,
): Promise<void> => recordEvent(tx, [caller.accountId], actorOf(caller), event, now())

/** The same of many events that one call causes. */
export const auditAll = (
  { now }: Pick<ApiContext, 'now'>,
  tx: DatabaseOrTransaction,
  caller: Caller,
  events: readonly AuditEvent[],
): Promise<void> => recordEvents(tx, caller.accountId, actorOf(caller), events, now())

interface OfUser {
  userId: string
  client: { address: string | null; requestId: string | null }
  /** `VISITOR` where nothing proved yet that it is the user. */
  by?: 'USER' | 'VISITOR'
}

/** Records what somebody does with their own sign-in: each account that they work in gets the event, as its owners rely on it. */
export const auditUser = async (
  { now }: Pick<ApiContext, 'now'>,
  tx: DatabaseOrTransaction,
  { userId, client: { address, requestId }, by = 'USER' }: OfUser,
  event: AuditEvent,
): Promise<void> => {
  const own = await tx
    .select({ accountId: memberships.accountId })
    .from(memberships)
    .where(eq(memberships.userId, userId))
  const accountIds = own.map(({ accountId }) => accountId)
  await recordEvent(tx, accountIds, { kind: by, userId, address, requestId }, event, now())
}

/** The same of a signed-in caller, who has proved who they are. */
export const auditOwnSignIn = (
  context: Pick<ApiContext, 'now'>,
  tx: DatabaseOrTransaction,
  { userId, via }: Pick<Caller, 'userId' | 'via'>,
  event: AuditEvent,
): Promise<void> => auditUser(context, tx, { userId, client: via }, event)

/** By which way somebody signed in, as a field of the event. */
export const signedInBy = (method: 'password' | 'passkey' | 'provider') => [
  { field: 'method', before: null, after: method },
]

/**
 * Records an attempt to get in as the user of this address that was rejected; nothing where it has none. After the answer, which must
 * not take longer where there is one.
 */
export const auditRejected = (context: ApiContext, email: string, client: Client, event: AuditEvent): void =>
  context.background.run('rejected attempt recorded', async () => {
    const [user] = await context.db.select({ id: users.id }).from(users).where(eq(users.email, email))
    if (user !== undefined) await auditUser(context, context.db, { userId: user.id, client, by: 'VISITOR' }, event)
  })
