/** All times are epoch milliseconds of one machine, whose clock the database shares. */

/** A change of a schedule as it was committed, noted by a trigger (`note-changes.ts`). */
export interface ScheduleChange {
  taskId: string
  atMs: number
  /** DELETED: the task's row is gone. */
  status: 'ACTIVE' | 'DISABLED' | 'DELETED'
  mode: 'INTERVAL' | 'ONE_TIME' | 'CUSTOM'
  anchorMs: number | null
  intervalMs: number | null
  onceMs: number | null
  /** Of CUSTOM. */
  expression: string | null
  timezone: string | null
  catchUp: 'SKIP' | 'ONCE' | 'ALL'
}

/** Planned times in a row that did not run, as they are recorded. */
export interface RecordedMissed {
  taskId: string
  reason: string
  /** The first and the last of them. */
  fromMs: number
  toMs: number
  runs: number
  isAtLeast: boolean
  /** When they were given up, as a trigger noted. */
  notedAtMs: number
  runningExecutionId: string | null
}

/** An execution that ended, noted by a trigger as it was committed. */
export interface RecordedEnd {
  executionId: string
  status: string
}

export interface RecordedExecution {
  id: string
  taskId: string
  trigger: 'SCHEDULE' | 'TEST'
  method: string
  status: string
  errorCode: string | null
  statusCode: number | null
  scheduledForMs: number
  createdAtMs: number
}

/** A call as the target saw it; `answered` is null where it sent no answer to its end. */
export interface SeenCall {
  executionId: string
  method: string
  atMs: number
  answered: number | null
}

/** A call of a notification as its target saw it. */
export interface SeenHook {
  webhookId: string
  /** The execution or the received request that its body names. */
  subjectId: string
  atMs: number
  answered: number | null
}

export interface RecordedDelivery {
  id: string
  notificationId: string
  subjectId: string
  type: string
  status: string
  attempts: number
  nextAttemptAtMs: number | null
}

/** A request to a receiver. `unknown`: no answer came, or a 503, and it may have been recorded all the same. */
export interface SentRequest {
  key: string
  outcome: 'acknowledged' | 'refused' | 'unknown'
}

export interface RecordedRequest {
  id: string
  receiverId: string
  key: string
  body: string
}

/** The user's calls for a task, in their order, and their responses. */
export interface Operation {
  taskId: string
  kind: 'deactivate' | 'activate' | 'rename' | 'move' | 'delete' | 'create'
  name: string | null
  outcome: 'done' | 'refused' | 'unknown'
}

export interface TaskState {
  taskId: string
  name: string | null
  status: 'ACTIVE' | 'DISABLED'
  disabledReason: string | null
}

/** Two counts of the same things that have to agree. */
export interface Count {
  what: string
  counted: number
  found: number
}

export interface Span {
  what: string
  fromMs: number
  toMs: number
}

/** All that is known of a run when it has come to rest. */
export interface FaultRecord {
  /** When all had come to rest. */
  endMs: number
  /** From when on the checker itself stopped schedules; null where it did not. */
  stoppedFromMs: number | null
  changes: ScheduleChange[]
  missed: RecordedMissed[]
  ends: RecordedEnd[]
  executions: RecordedExecution[]
  calls: SeenCall[]
  hooks: SeenHook[]
  deliveries: RecordedDelivery[]
  /** Tasks of which each response of 500 notifies by HTTP, with the notification's id; receivers, of which each request does. */
  notified: { ownerId: string; notificationId: string }[]
  sent: SentRequest[]
  requests: RecordedRequest[]
  operations: Operation[]
  /** Just before the schedules were stopped. */
  tasks: TaskState[]
  counts: Count[]
  /** From when all was well again for some seconds until no schedule was overdue. */
  caughtUpMs: number
  faults: Span[]
  /** Processes that ended although nobody ended them. */
  ended: string[]
}

export interface Violation {
  kind: string
  detail: string
}
