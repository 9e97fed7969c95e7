import { receivers } from '@knockwire/db/schema/receivers'
import type { ReceiverListQuery, ReceiverPage } from '@knockwire/domain/receivers/receiver'
import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { ApiContext, Caller } from '../../context.ts'
import { presentReceiver } from './presenter.ts'

/** The index is `nulls last`, and read in its order only by whoever asks for the same. */
const newestFirst = sql`${receivers.id} desc nulls last`

/** The caller's receivers; counted, since there are no more than the plan allows. */
export const listReceivers = async (
  { db, settings }: ApiContext,
  { accountId }: Caller,
  { page, size }: z.infer<typeof ReceiverListQuery>,
): Promise<ReceiverPage> => {
  const mine = eq(receivers.accountId, accountId)
  const rows = await db
    .select()
    .from(receivers)
    .where(mine)
    .orderBy(newestFirst)
    .limit(size)
    .offset(page * size)
  const total = await db.$count(receivers, mine)
  return { results: rows.map((row) => presentReceiver(settings, row)), total, page }
}
