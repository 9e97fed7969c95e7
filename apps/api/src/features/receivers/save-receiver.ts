import { receivers } from '@knockwire/db/schema/receivers'
import { invalidFields } from '@knockwire/domain/errors'
import type { ReceiverView, SaveReceiverInput } from '@knockwire/domain/receivers/receiver'
import type { ApiContext, Caller } from '../../context.ts'
import { presentReceiver } from './presenter.ts'
import { findReceiver, isMine } from './queries.ts'
import { templateFault } from './template-fault.ts'

/** An active receiver answers by what is saved from then on. */
export const saveReceiver = async (
  { db, sandbox, settings, now }: ApiContext,
  caller: Caller,
  { receiverId, input }: { receiverId: string; input: SaveReceiverInput },
): Promise<ReceiverView> => {
  await findReceiver(db, caller, receiverId)
  const fault = await templateFault(sandbox, caller, input.responseBody)
  if (fault !== null) throw invalidFields({ responseBody: fault }, fault)
  const { name, responseBody, responseCode, responseHeaders } = input
  const contentType = responseHeaders['content-type']
  await db
    .update(receivers)
    .set({ name, responseBody, responseCode, contentType, updatedAt: new Date(now()) })
    .where(isMine(caller, receiverId))
  return presentReceiver(settings, await findReceiver(db, caller, receiverId))
}
