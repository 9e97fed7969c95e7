import { receivedRequests, receivers } from '@knockwire/db/schema/receivers'
import { decryptHeaders } from '@knockwire/services/secrets/stored-headers'
import { notFound } from '@knockwire/domain/errors'
import type { RevealedHeaders } from '@knockwire/domain/headers/revealed-headers'
import { and, eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../../context.ts'
import { isMine } from '../queries.ts'

interface RevealParams {
  receiverId: string
  executionId: string
}

/** The headers of a received request, unmasked. */
export const revealRequestHeaders = async (
  { db, secrets, log }: ApiContext,
  caller: Caller,
  { receiverId, executionId }: RevealParams,
): Promise<RevealedHeaders> => {
  const [row] = await db
    .select({ headers: receivedRequests.requestHeaders })
    .from(receivedRequests)
    .innerJoin(receivers, eq(receivers.id, receivedRequests.receiverId))
    .where(and(eq(receivedRequests.id, executionId), isMine(caller, receiverId)))
  if (row === undefined) throw notFound('request')
  log.info({ accountId: caller.accountId, receivedRequestId: executionId }, 'request headers revealed')
  return { headers: decryptHeaders(row.headers, secrets) }
}
