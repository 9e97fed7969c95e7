import { createHash } from 'node:crypto'
import type { SentRequest, SharedRequest } from '@knockwire/db/stored-json'

/** A short request, which stays with its execution. */
interface OwnRequest {
  kind: 'own'
  json: string
}

/** A long request, which executions share, named by its content. */
interface SharedForm {
  kind: 'shared'
  /** Names the content among the requests of its task. */
  hash: string
  toJson: () => string
}

/** Below this length, a copy in each execution's row costs less than looking up a shared one. */
const leastSharedLength = 1024

/** The form in which the request of an execution is stored. A long body is not made JSON to find that out. */
export const toStoredForm = (sent: SentRequest, executionId: string): OwnRequest | SharedForm => {
  if ((sent.body?.length ?? 0) >= leastSharedLength) return hashed(withoutId(sent, executionId))
  const json = JSON.stringify(sent)
  return json.length < leastSharedLength ? { kind: 'own', json } : hashed(withoutId(sent, executionId))
}

/** The body is hashed as it is: most are stored already, and a copy of each as JSON would be a third of the memory of a run. */
const hashed = (shared: SharedRequest): SharedForm => {
  const { body } = shared
  const frame = JSON.stringify({ ...shared, body: body === null ? null : '' })
  const digest = createHash('sha256')
    .update(frame)
    .update(body ?? '')
  return { kind: 'shared', hash: digest.digest('hex').slice(0, 32), toJson: () => JSON.stringify(shared) }
}

/** What the execution sent, secrets masked; from its own row or from that which it shares. */
export const requestOfExecution = (stored: SentRequest | SharedRequest, executionId: string): SentRequest => ({
  ...stored,
  headers: stored.headers.map(([name, value]) => [name, value ?? executionId]),
})

const withoutId = (sent: SentRequest, executionId: string): SharedRequest => ({
  ...sent,
  headers: sent.headers.map(([name, value]) => [name, value === executionId ? null : value]),
})
