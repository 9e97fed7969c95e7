import { hash } from 'node:crypto'
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

/** Names the content of a request among those of its task. */
export interface HashedRequest {
  hash: string
  json: string
}

/** Below this length, a copy in each execution's row costs less than looking up a shared one. */
const leastSharedLength = 1024

/** The form in which executions share the request, or null where it is short and stays with its execution. */
export const hashIfLong = (sent: SentRequest, executionId: string): HashedRequest | null => {
  const json = JSON.stringify(withoutId(sent, executionId))
  return json.length < leastSharedLength ? null : { hash: hash('sha256', json).slice(0, 32), json }
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
