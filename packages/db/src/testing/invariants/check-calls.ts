import type { FaultRecord, RecordedExecution, SeenCall, Violation } from './record.ts'
import { isDisturbed } from './healthy.ts'

const repeatable = new Set(['GET', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'])
const ended = new Set(['SUCCEEDED', 'FAILED'])
/** A call takes so long at most; a fault until then may come between it and the record of its result. */
const longestCallMs = 30_000

const checkExecution = (record: FaultRecord, run: RecordedExecution, calls: readonly SeenCall[]): Violation[] => {
  const violations: Violation[] = []
  const add = (kind: string, detail = '') =>
    violations.push({ kind, detail: `${run.method} ${run.id} ${detail}`.trim() })
  const lastCalledMs = Math.max(run.createdAtMs, calls.at(-1)?.atMs ?? 0)
  const isCalmUntil = (toMs: number) => !isDisturbed(record.faults, run.createdAtMs, toMs)
  if (!ended.has(run.status)) add('stuck-run', run.status)
  if (calls.length > 1 && !repeatable.has(run.method)) add('repeated-call', `${calls.length} times`)
  else if (calls.length > 1 && isCalmUntil(lastCalledMs)) add('unexplained-repeat', `${calls.length} times`)
  if (run.status === 'SUCCEEDED' && calls.length === 0) add('unseen-call')
  else if (run.status === 'SUCCEEDED' && !calls.some(({ answered }) => answered === run.statusCode))
    add('wrong-result', `recorded ${run.statusCode}, answered ${calls.map(({ answered }) => answered).join(', ')}`)
  if (run.errorCode === 'INTERRUPTED' && repeatable.has(run.method)) add('wrongly-interrupted')
  else if (run.errorCode === 'INTERRUPTED' && isCalmUntil(lastCalledMs + longestCallMs)) add('unexplained-interruption')
  if (run.errorCode === 'INTERNAL') add('internal-error')
  return violations
}

/** What the target saw beside what is recorded; executions of deleted tasks are gone, and their calls with them. */
export const checkCalls = (record: FaultRecord): Violation[] => {
  const callsOf = Map.groupBy(record.calls, ({ executionId }) => executionId)
  return record.executions.flatMap((run) => checkExecution(record, run, callsOf.get(run.id) ?? []))
}

/**
 * Calls of executions that nothing is recorded of.
 * @param isOfDeleted - whether the call was of a task that has been deleted.
 */
export const checkUnrecorded = (record: FaultRecord, isOfDeleted: (call: SeenCall) => boolean): Violation[] => {
  const known = new Set(record.executions.map(({ id }) => id))
  return record.calls
    .filter((call) => !known.has(call.executionId) && !isOfDeleted(call))
    .map(({ method, executionId }) => ({ kind: 'unrecorded-call', detail: `${method} ${executionId}` }))
}
