import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { receiverKey, viewKey } from '../../lib/query-keys.ts'
import { getReceiver } from './api.ts'

/** The pages of the receiver list stand below this key. */
export const receiverListKey = ['receivers', 'list'] as const

const receiverQuery = (receiverId: string) =>
  queryOptions({
    queryKey: viewKey({ kind: 'receiver', id: receiverId }),
    queryFn: ({ signal }) => getReceiver(receiverId, { signal }),
  })

export const useReceiver = (receiverId: string) => useQuery(receiverQuery(receiverId))

/** Keeps what a call answered, and has the list asked for again when it is next seen. */
export async function keepReceiver(client: QueryClient, receiver: ReceiverView): Promise<void> {
  const { queryKey } = receiverQuery(receiver.id)
  await client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, receiver)
  await client.invalidateQueries({ queryKey: receiverListKey })
}

/** What is still shown while its page is being left is not taken away: it would be asked for again. */
export async function forgetReceiver(client: QueryClient, receiverId: string): Promise<void> {
  client.removeQueries({ queryKey: receiverKey(receiverId), type: 'inactive' })
  await client.invalidateQueries({ queryKey: receiverListKey })
}
