import type {
  ExecutionErrorCode,
  ExecutionStatus,
  ExecutionTiming,
  ExecutionTrigger,
} from '@knockwire/domain/executions/execution'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { SentRequest, SharedRequest, StoredHeaders, StoredRequest } from '../stored-json.ts'
import { bytes, timestamp } from './columns.ts'
import { tasks } from './tasks.ts'

/**
 * One run of a task. No index carries `status`, so that QUEUED -> RUNNING -> ended are heap-only
 * updates; no foreign key, since checking it would lock the task's row at each run
 * (deleting a task deletes these in the same transaction).
 */
export const executions = pgTable(
  'executions',
  {
    id: uuid().primaryKey(),
    taskId: uuid('task_id').notNull(),
    accountId: uuid('account_id').notNull(),
    trigger: text().$type<ExecutionTrigger>().notNull(),
    status: text().$type<ExecutionStatus>().notNull(),
    scheduledFor: timestamp('scheduled_for').notNull(),
    createdAt: timestamp('created_at').notNull(),
    startedAt: timestamp('started_at'),
    /** The token of the attempt in flight: a result is written only where it still holds. */
    attempt: uuid(),
    responseTimeMs: doublePrecision('response_time_ms'),
    statusCode: smallint('status_code'),
    errorCode: text('error_code').$type<ExecutionErrorCode>(),
    /** Of a test: whether what its result triggers is delivered. Null of all others, whose notifications are. */
    sendsNotifications: boolean('sends_notifications'),
    /** What its history takes, counted against the plan (`storedBytesOf`); null until it ends. */
    storedBytes: integer('stored_bytes'),
  },
  (t) => [
    index('executions_history').on(t.taskId, t.id.desc()),
    uniqueIndex('executions_once')
      .on(t.taskId, t.scheduledFor)
      .where(sql`trigger = 'SCHEDULE'`),
    // No schedule knows of them, and maintenance has to find those that no job carries any more.
    index('executions_tests')
      .on(t.createdAt)
      .where(sql`trigger = 'TEST'`)
      .concurrently(),
  ],
)

/**
 * Executions that their targets complete later, from the first of their response and their completion to their end. No foreign key, as
 * with executions.
 */
export const completions = pgTable(
  'completions',
  {
    executionId: uuid('execution_id').primaryKey(),
    taskId: uuid('task_id').notNull(),
    accountId: uuid('account_id').notNull(),
    /** Until when it may be completed; null as long as its response is not recorded. */
    deadlineAt: timestamp('deadline_at'),
    /** When an executor ends it; null as long as its response is not recorded. */
    checkAt: timestamp('check_at'),
    /** When the target said how it ended, and what. */
    receivedAt: timestamp('received_at'),
    hasFailed: boolean('has_failed'),
    exitCode: smallint('exit_code'),
    contentType: text('content_type'),
    body: bytes(),
  },
  (t) => [
    index('completions_check')
      .on(t.checkAt)
      .where(sql`check_at is not null`),
    index('completions_account').on(t.accountId),
    index('completions_task').on(t.taskId),
  ],
)

/** Whether a run of a quarter failed or got a response of 400 or above. */
export const isBadQuarter = sql`(failures > 0 or http_errors > 0)`

/**
 * What the runs of a task's schedule came to in each quarter of an hour (`rollupSeconds`), written with their results, so
 * that a chart of weeks reads some thousand narrow rows. Test runs do not count. No foreign key, as with executions.
 */
export const executionRollups = pgTable(
  'execution_rollups',
  {
    taskId: uuid('task_id').notNull(),
    /** Where the quarter begins, in UTC. */
    bucketAt: timestamp('bucket_at').notNull(),
    /** Those that say something about the target: without the inconclusive ones. */
    runs: integer().notNull(),
    /** Runs that say nothing about the target, because of a fault of ours. */
    inconclusive: integer().notNull().default(0),
    /** Runs without a response. */
    failures: integer().notNull(),
    /** Responses of 400 or above. */
    httpErrors: integer('http_errors').notNull(),
    /** Of each response the bin of its time: a byte, or two beyond 126 seconds (`series/time-bins.ts`). */
    times: bytes().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.taskId, t.bucketAt] }),
    // A task that fails rarely, or never, has thousands of others.
    index('execution_rollups_bad').on(t.taskId, t.bucketAt).where(isBadQuarter).concurrently(),
  ],
)

/** A notification whose condition could not be decided as it is meant, and why. */
export interface ConditionProblem {
  notificationId: string
  reason: string
}

/**
 * Long requests, each stored once for all the executions of the task that sent it unchanged. Maintenance deletes those
 * that no execution refers to any more; `lastUsedAt` keeps it from those that are just being referred to.
 */
export const sentRequests = pgTable(
  'sent_requests',
  {
    taskId: uuid('task_id').notNull(),
    hash: uuid().notNull(),
    request: jsonb().$type<SharedRequest>().notNull(),
    lastUsedAt: timestamp('last_used_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.taskId, t.hash] })],
)

/**
 * Requests of test executions that send something else than what is stored of their task: what its owner is typing.
 * Deleted with the result of the execution.
 */
export const testedRequests = pgTable(
  'tested_requests',
  {
    executionId: uuid('execution_id').primaryKey(),
    taskId: uuid('task_id')
      .notNull()
      .references(() => tasks.id, { onDelete: 'cascade' }),
    request: jsonb().$type<StoredRequest>().notNull(),
  },
  (t) => [index('tested_requests_task').on(t.taskId)],
)

/** The heavy part of an execution, apart from what lists read; written once, when it ends. */
export const executionDetails = pgTable(
  'execution_details',
  {
    executionId: uuid('execution_id').primaryKey(),
    /** Null where it is kept in `sent_requests`, or could not be read at all. */
    request: jsonb().$type<SentRequest>(),
    /** Of the row of `sent_requests`, for a long request. */
    requestHash: uuid('request_hash'),
    responseHeaders: jsonb('response_headers').$type<StoredHeaders>(),
    responseBody: bytes('response_body'),
    isTruncated: boolean('is_truncated').notNull().default(false),
    finalUri: text('final_uri'),
    redirects: integer().notNull().default(0),
    timing: jsonb().$type<ExecutionTiming>(),
    errorMessage: text('error_message'),
    /** Null where every condition could be decided. */
    conditionProblems: jsonb('condition_problems').$type<ConditionProblem[]>(),
    /** With `seq`: of the execution, once more, for the index. */
    taskId: uuid('task_id'),
    /**
     * Its place among the task's executions in the order in which their ends were committed, from 1 on and without a gap, as `lastSeq` of
     * the schedule gives it. It is here since the row of the execution is updated as it ends, which an index on it would make
     * expensive. Null of those that ended before there was one. A trigger numbers what the version before this one inserts.
     */
    seq: bigint({ mode: 'number' }),
  },
  (t) => [index('execution_details_seq').on(t.taskId, t.seq).concurrently()],
)

/**
 * Ended executions whose conditions are still to be decided, because no turn came to read their values in time. Each is
 * decided from what is stored of it, in its account's line, however long that takes.
 */
export const deferredDecisions = pgTable(
  'deferred_decisions',
  {
    executionId: uuid('execution_id').primaryKey(),
    taskId: uuid('task_id')
      .notNull()
      .references(() => tasks.id, { onDelete: 'cascade' }),
    accountId: uuid('account_id').notNull(),
    /** Versions of the rules that it is decided by, by their notifications' ids: not by those that were made or edited since. */
    ruleVersions: jsonb('rule_versions').$type<Readonly<Record<string, string>>>().notNull().default({}),
    /** The executor that is deciding it, until the lease ends. */
    leasedBy: uuid('leased_by'),
    leasedUntil: timestamp('leased_until'),
  },
  (t) => [
    index('deferred_decisions_task').on(t.taskId),
    index('deferred_decisions_account').on(t.accountId, t.executionId),
    // Few are being decided, and many may wait.
    index('deferred_decisions_leased')
      .on(t.accountId)
      .where(sql`leased_until is not null`)
      .concurrently(),
  ],
)
