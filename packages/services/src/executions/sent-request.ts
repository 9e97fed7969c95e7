import { createHash } from 'node:crypto'
import type { KeptSentRequest, KeptSharedRequest, SentRequest, SharedRequest } from '@knockwire/db/stored-json'

type Headers<V> = readonly (readonly [name: string, value: V])[]

/** A request by its content. */
export interface HashedRequest {
  /** Names the content among the requests of its task. */
  hash: string
  toJson: () => string
}

/** Below this length, a copy in each execution's row costs less than looking up a shared one. */
const leastSharedLength = 1024

/**
 * The form in which executions share the request, or null where it is short and stays with its execution. The body is
 * hashed as it is: most are stored already, and a copy of each as JSON would be a third of the memory of a run.
 */
export const hashIfLong = (sent: SentRequest, executionId: string): HashedRequest | null => {
  const shared = withoutId(sent, executionId)
  const { body } = shared
  const frame = JSON.stringify({ ...shared, body: body === null ? null : '' })
  if (frame.length + (body?.length ?? 0) < leastSharedLength) return null
  const digest = createHash('sha256')
    .update(frame)
    .update(body ?? '')
  return { hash: digest.digest('hex').slice(0, 32), toJson: () => JSON.stringify(shared) }
}

/** What the execution sent, secrets masked; from its own row or from that which it shares. */
export const requestOfExecution = (kept: KeptSentRequest | KeptSharedRequest, executionId: string): SentRequest => ({
  ...kept,
  headers: pairsOf(kept.headers).map(([name, value]) => [name, value ?? executionId]),
})

const withoutId = (sent: SentRequest, executionId: string): SharedRequest => ({
  ...sent,
  headers: sent.headers.map(([name, value]) => [name, value === executionId ? null : value]),
})

const pairsOf = (headers: KeptSharedRequest['headers']): Headers<string | null> =>
  isList(headers) ? headers : Object.entries(headers)

const isList = (headers: KeptSharedRequest['headers']): headers is Headers<string | null> => Array.isArray(headers)
