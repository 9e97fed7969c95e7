import { toStoredForm } from '@knockwire/services/executions/sent-request'
import type { SentRequest } from '@knockwire/db/stored-json'
import type { RecordedRequest } from '../run.ts'

/**
 * Requests that this process has stored lately, so that what is sent unchanged is neither kept in memory nor written again. It
 * must forget well before maintenance may delete what nothing refers to: see `maintenance/delete-expired.ts`.
 */
export interface KnownRequests {
  /** What is recorded for an execution that sent this. */
  toRecord: (taskId: string, executionId: string, sent: SentRequest) => RecordedRequest
  /** The request's storing is committed. */
  noteStored: (taskId: string, recorded: RecordedRequest | null) => void
}

const rememberedForMs = 6 * 3_600_000
/** About 10 MB. */
const capacity = 50_000

const keyOf = (taskId: string, hash: string) => `${taskId}:${hash}`

/** @param now - milliseconds of a steady clock. */
export const createKnownRequests = (now: () => number = () => performance.now()): KnownRequests => {
  const storedAt = new Map<string, number>()

  const isStored = (key: string) => {
    const at = storedAt.get(key)
    return at !== undefined && now() - at < rememberedForMs
  }
  return {
    toRecord: (taskId, executionId, sent) => {
      const form = toStoredForm(sent, executionId)
      if (form.kind === 'own') return form
      const { hash, toJson } = form
      return { kind: 'shared', hash, json: isStored(keyOf(taskId, hash)) ? null : toJson() }
    },
    noteStored: (taskId, recorded) => {
      if (recorded?.kind !== 'shared' || recorded.json === null) return
      storedAt.set(keyOf(taskId, recorded.hash), now())
      const [oldest] = storedAt.keys()
      if (storedAt.size > capacity && oldest !== undefined) storedAt.delete(oldest)
    },
  }
}
