import { createHash } from 'node:crypto'
import type { RequestMethod } from '@knockwire/domain/requests/request-target'

/** What was sent, secrets masked. */
export interface SentRequest {
  uri: string
  method: RequestMethod
  headers: Record<string, string>
  body: string | null
}

/** A request without what differs between the executions that sent it: a header whose value is null held the execution's id. */
export interface SharedRequest extends Omit<SentRequest, 'headers'> {
  headers: Record<string, string | null>
}

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

/** What the execution sent, secrets masked. */
export const requestOfExecution = (shared: SharedRequest, executionId: string): SentRequest => ({
  ...shared,
  headers: mapHeaders(shared.headers, (value) => value ?? executionId),
})

const withoutId = (sent: SentRequest, executionId: string): SharedRequest => ({
  ...sent,
  headers: mapHeaders(sent.headers, (value) => (value === executionId ? null : value)),
})

const mapHeaders = <T, U>(headers: Record<string, T>, map: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, map(value)]))
