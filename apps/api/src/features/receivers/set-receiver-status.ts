import { receivers } from '@knockwire/db/schema/receivers'
import type { ReceiverStatus, ReceiverView } from '@knockwire/domain/receivers/receiver'
import { eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { presentReceiver } from './presenter.ts'
import { findReceiver, holdReceiver } from './queries.ts'

/** From its commit on, an ACTIVE receiver takes requests and a DISABLED one takes none. */
export const setReceiverStatus = (
  { db, settings, now }: ApiContext,
  caller: Caller,
  { receiverId, status }: { receiverId: string; status: ReceiverStatus },
): Promise<ReceiverView> =>
  db.transaction(async (tx) => {
    const receiver = await holdReceiver(tx, caller, receiverId)
    if (receiver.status !== status) {
      await tx
        .update(receivers)
        .set({ status, updatedAt: new Date(now()) })
        .where(eq(receivers.id, receiverId))
    }
    return presentReceiver(settings, await findReceiver(tx, caller, receiverId))
  })
