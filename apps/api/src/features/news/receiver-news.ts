import type { ReceiverNews, ReceiverNewsQuery } from '@knockwire/domain/history/news'
import type { ApiContext, Caller } from '../../context.ts'
import { readReceiverState, readRequests } from '../receivers/history/received-requests.ts'
import { countRejectedRequests } from '../receivers/history/rejected-requests.ts'
import { getReceiver } from '../receivers/receivers.ts'

interface ReadReceiverNews {
  receiverId: string
  query: ReceiverNewsQuery
}

/** What is new of a receiver: its rows, and where its state is another than the caller has seen, all else that its page shows. */
export const readReceiverNews = async (
  context: ApiContext,
  caller: Caller,
  params: ReadReceiverNews,
): Promise<ReceiverNews> => {
  const { receiverId, query } = params
  const { rows, state } =
    query.after === undefined
      ? { rows: null, state: await readReceiverState(context, caller, receiverId) }
      : await readRequests(context, caller, params)
  if (state === query.seen) return { rows, state, changed: null }
  const [receiver, rejected] = await Promise.all([
    getReceiver(context, caller, { receiverId }),
    countRejectedRequests(context, caller, { receiverId }),
  ])
  return { rows, state, changed: { receiver, rejected } }
}
