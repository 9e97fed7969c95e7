import type { StoredRequest } from '@knockwire/db/stored-json'
import { httpClientAttributes } from './http-attributes.ts'
import type { Tracing } from '@knockwire/services/tracing/tracing'
import type { CallOutcome, QueuedRun, RunResult, StartedRun } from '../run/run.ts'
import type { RunIds } from '../log-ids.ts'
import type { RunConditions, ToDecide } from '../conditions/run-conditions.ts'

/** The parts of a run as they end: each is noted by whichever process does it. */
export interface RunTraces {
  queued: (runs: readonly QueuedRun[], ms: number) => void
  called: (execution: StartedRun, result: RunResult) => void
  /** The same conditions, with their reading traced. */
  around: (conditions: RunConditions) => RunConditions
  /** The conditions of a run that was recorded without them. */
  decidedLater: (execution: RunIds, ms: number) => void
  recorded: (results: readonly RunResult[]) => void
}

/** @param now - by the clock that decides what is due, in epoch milliseconds. */
export const createRunTraces = (tracing: Tracing, now: () => number): RunTraces => {
  /** When a result was ready to be recorded. */
  const readyMsOf = new WeakMap<RunResult, number>()
  const onRead = (result: RunResult, toDecide: ToDecide | null, startMs: number) => {
    const endMs = now()
    readyMsOf.set(result, endMs)
    if (toDecide !== null) tracing.record({ ...partOf(result), name: 'evaluate conditions', startMs, endMs })
  }
  return {
    queued: (runs, ms) => {
      const endMs = now()
      for (const { id, dueMs, ...run } of runs) {
        const part = partOf({ ...run, executionId: id })
        const attributes = { ...part.attributes, 'knockwire.scheduled_for': new Date(dueMs).toISOString() }
        tracing.record({ ...part, name: 'claim', startMs: endMs - ms, endMs, attributes })
      }
    },
    called: (execution, result) => {
      const endMs = now()
      readyMsOf.set(result, endMs)
      const { request } = execution
      if (result.startedMs === null || request === null) return
      tracing.record({ ...callOf(request, result), startMs: result.startedMs, endMs })
    },
    around: (conditions) => ({
      ...conditions,
      read: async (result) => {
        const startMs = now()
        const toDecide = await conditions.read(result)
        onRead(result, toDecide, startMs)
        return toDecide
      },
      readWithin: async (client, results) => {
        const startMs = now()
        const toDecide = await conditions.readWithin(client, results)
        for (const result of results) onRead(result, toDecide.get(result) ?? null, startMs)
        return toDecide
      },
    }),
    decidedLater: (execution, ms) => {
      const endMs = now()
      tracing.record({ ...partOf(execution), name: 'evaluate conditions', startMs: endMs - ms, endMs })
    },
    recorded: (results) => {
      const endMs = now()
      for (const result of results) {
        const part = partOf(result)
        tracing.record({ ...part, name: 'record result', startMs: readyMsOf.get(result) ?? endMs, endMs })
        const attributes = { ...part.attributes, 'knockwire.trigger': result.trigger }
        const error = errorOf(result.outcome)
        tracing.record({
          ...part,
          name: 'run',
          isRoot: true,
          kind: 'CONSUMER',
          startMs: result.dueMs,
          endMs,
          attributes,
          error,
        })
      }
    },
  }
}

const partOf = ({ executionId, taskId, accountId }: RunIds) => ({
  subjectId: executionId,
  attributes: {
    'knockwire.execution.id': executionId,
    'knockwire.task.id': taskId,
    'knockwire.account.id': accountId,
  },
})

const callOf = ({ uri, method }: StoredRequest, result: RunResult) => {
  const { outcome } = result
  const { response } = outcome
  const part = partOf(result)
  const http = httpClientAttributes({ uri, method, statusCode: response?.statusCode, redirects: response?.redirects })
  return {
    ...part,
    name: method,
    kind: 'CLIENT' as const,
    attributes: { ...part.attributes, ...http },
    error: errorOf(outcome),
  }
}

/** A status of 400 and more is the call's error, as the conventions have it; the run itself has ended all the same. */
const errorOf = (outcome: CallOutcome): string | undefined => {
  if (outcome.status === 'FAILED') return outcome.code
  const { statusCode } = outcome.response
  return statusCode >= 400 ? String(statusCode) : undefined
}
