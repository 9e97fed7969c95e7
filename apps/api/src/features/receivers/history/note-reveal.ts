import { AppError } from '@knockwire/domain/errors'
import { LRUCache } from 'lru-cache'
import { audit } from '../../../access/audit.ts'
import { findReceiver } from '../../../access/owned/owned-receiver.ts'
import type { ApiContext, Caller } from '../../../context.ts'

const hourMs = 3_600_000

type NoteReveal = (caller: Caller, receiverId: string) => Promise<void>

/**
 * Records in the audit log that a caller follows a receiver's requests with the values of secret headers: once an hour for each token or
 * user and receiver, since a program asks for them again and again. Throws FORBIDDEN where they may not see them.
 */
export const createRevealNotes = (context: ApiContext): NoteReveal => {
  const notedAtMs = new LRUCache<string, number>({ max: 10_000 })
  return async (caller, receiverId) => {
    if (caller.isReadOnly === true) throw mayNotReveal()
    const key = `${caller.via.tokenId ?? caller.userId} ${receiverId}`
    if (context.now() - (notedAtMs.get(key) ?? -Infinity) < hourMs) return
    const { name } = await findReceiver(context.db, caller, receiverId)
    const object = { type: 'RECEIVER', id: receiverId, name } as const
    await audit(context, context.db, caller, { action: 'receiver.headers_revealed', object })
    notedAtMs.set(key, context.now())
  }
}

export const mayNotReveal = () =>
  new AppError('FORBIDDEN', 'Only who may change the receiver sees the values of secret headers. Leave reveal out.')
