import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import { type Asker, get, post } from './task-calls.ts'

/** A receiver as it is created: disabled. */
export const makeReceiver = async (asker: Asker): Promise<ReceiverView> => {
  const created = await post(asker, '/receivers')
  if (created.statusCode !== 201) throw new Error(`Expected 201, got ${created.statusCode}: ${created.body}`)
  return (await get(asker, `/receivers/${created.json<{ id: string }>().id}`)).json<ReceiverView>()
}
