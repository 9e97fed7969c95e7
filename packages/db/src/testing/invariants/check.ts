import type { FaultRecord, Operation, TaskState, Violation } from './record.ts'
import { checkCalls, checkUnrecorded } from './check-calls.ts'
import { checkDeliveries } from './check-deliveries.ts'
import { checkRequests } from './check-requests.ts'
import { checkRuns } from './check-runs.ts'
import { checkEnds, judgePlanned } from './planned/check-planned.ts'

const isAsRequested = (operation: Operation, state: TaskState | undefined): boolean => {
  switch (operation.kind) {
    case 'delete':
      return state === undefined
    case 'deactivate':
      return state?.status === 'DISABLED'
    case 'rename':
    case 'move':
      return state?.name === operation.name
    case 'activate':
    case 'create':
      // Failures in a row, and the one time of a schedule, disable a task as well.
      return state !== undefined && (state.status === 'ACTIVE' || state.disabledReason !== 'USER')
  }
}

/** A later operation that was not refused may have changed what this one did. */
const checkOperations = ({ operations, tasks }: FaultRecord): Violation[] => {
  const stateOf = new Map(tasks.map((task) => [task.taskId, task]))
  const last = new Map(operations.filter(({ outcome }) => outcome !== 'refused').map((one) => [one.taskId, one]))
  return [...last.values()]
    .filter((operation) => operation.outcome === 'done' && !isAsRequested(operation, stateOf.get(operation.taskId)))
    .map(({ kind, taskId }) => ({ kind: 'lost-change', detail: `${kind} ${taskId}` }))
}

/**
 * Compares what a run demanded with what is recorded of it. Pure; no violation means that everything agrees.
 * @param record - whose `taskOf` below are the tasks of executions that were deleted with their task.
 */
export const check = (record: FaultRecord, taskOf: ReadonlyMap<string, string> = new Map()): Violation[] => {
  const deleted = new Set(record.changes.filter(({ status }) => status === 'DELETED').map(({ taskId }) => taskId))
  const isOfDeleted = (executionId: string) => deleted.has(taskOf.get(executionId) ?? '')
  return [
    ...checkRuns(record),
    ...judgePlanned(record).violations,
    ...checkEnds(record),
    ...checkCalls(record),
    ...checkUnrecorded(record, ({ executionId }) => isOfDeleted(executionId)),
    ...checkRequests(record),
    ...checkDeliveries(record, isOfDeleted),
    ...checkOperations(record),
    ...record.counts
      .filter(({ counted, found }) => counted !== found)
      .map(({ what, counted, found }) => ({ kind: 'wrong-count', detail: `${what}: ${counted}, found ${found}` })),
    ...record.ended.map((detail) => ({ kind: 'process-ended', detail })),
  ]
}
