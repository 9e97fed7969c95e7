import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import type { ApiContext, Caller } from '../../context.ts'
import { presentReceiver } from './presenter.ts'
import { findReceiver } from './queries.ts'

export const getReceiver = async (
  { db, settings }: ApiContext,
  caller: Caller,
  { receiverId }: { receiverId: string },
): Promise<ReceiverView> => presentReceiver(settings, await findReceiver(db, caller, receiverId))
