import { z } from 'zod'
import { ExecutionErrorCode } from '../executions/execution.ts'
import { ChangeReason } from '../heartbeats/heartbeat.ts'
import { expectationModes, heartbeatStates } from '../heartbeats/heartbeat-rules.ts'
import { Id, Timestamp } from '../id.ts'
import { countsBy } from '../page.ts'

/** At most this many tasks and receivers each are listed; all are counted. */
export const mostListedProblems = 20

/**
 * DEACTIVATED: after too many failed executions. FAILING: its last execution failed or was an HTTP error. LATE: its execution is due,
 * and has not begun.
 */
export const taskProblems = ['DEACTIVATED', 'FAILING', 'LATE'] as const
export const TaskProblem = z.enum(taskProblems)
export type TaskProblem = z.infer<typeof TaskProblem>

export const TaskWithProblem = z.object({
  id: Id,
  name: z.string().nullable(),
  uri: z.string(),
  problem: TaskProblem,
  /** Since when it fails, or when the execution was due that has not begun; null where a test alone has failed. */
  since: Timestamp.nullable(),
  /** Executions of its schedule in a row that failed or were HTTP errors. */
  failingRuns: z.number().int(),
  /** Of the last execution, which failed where it is null. */
  statusCode: z.number().int().nullable(),
  errorCode: ExecutionErrorCode.nullable(),
})
export type TaskWithProblem = z.infer<typeof TaskWithProblem>

export const ReceiverWithProblem = z.object({
  id: Id,
  name: z.string(),
  state: z.enum(['LATE', 'DOWN']),
  /** What it expects. An API of the version before has none. */
  mode: z.enum(expectationModes).default('EVERY'),
  since: Timestamp,
  /** Why it is down; null where it is late. */
  reason: ChangeReason.nullable(),
  /** As its change has it, of a run that did not end in time, or failed. An API of the version before has none. */
  duration: z.number().int().nullable().default(null),
  lastSignalAt: Timestamp.nullable(),
  expectedAt: Timestamp.nullable(),
})
export type ReceiverWithProblem = z.infer<typeof ReceiverWithProblem>

/** What of an account is silent, failing or late, the worst and latest first, and how many there are of each. */
export const OverviewView = z.object({
  /** Each task is ACTIVE or DISABLED. FAILING and DEACTIVATED exclude each other; one that is late may be failing, too. */
  tasks: z.object({
    counts: countsBy([...taskProblems, 'ACTIVE', 'DISABLED'] as const),
    /** How many have one, listed or not. */
    problems: z.number().int(),
    results: z.array(TaskWithProblem),
  }),
  /** `heartbeats`: receivers that expect calls, by their state. */
  receivers: z.object({
    counts: countsBy(['ACTIVE', 'DISABLED'] as const),
    heartbeats: countsBy(heartbeatStates),
    /** How many have one, listed or not. */
    problems: z.number().int(),
    results: z.array(ReceiverWithProblem),
  }),
})
export type OverviewView = z.infer<typeof OverviewView>
