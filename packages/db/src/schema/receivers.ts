import type { StoredExpectation } from '@knockwire/domain/heartbeats/expectation'
import type { HeartbeatState } from '@knockwire/domain/heartbeats/heartbeat-rules'
import type { Counted, Usual } from '@knockwire/domain/heartbeats/learned/usual'
import type { ChangeReason, OpenRun, SignalKind } from '@knockwire/domain/heartbeats/machine/heartbeat-state'
import type { RecordedSignalKind } from '@knockwire/domain/heartbeats/signals/recorded-signal'
import type { FieldVersions } from '@knockwire/domain/versions'
import type { ReceiverStatus } from '@knockwire/domain/receivers/receiver'
import type { RejectionReason } from '@knockwire/domain/receivers/rejections'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
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
import { accounts } from './accounts.ts'
import type { StoredHeaders, StoredManagedBy } from '../stored-json.ts'
import { bytes, timestamp } from './columns.ts'

export const receivers = pgTable(
  'receivers',
  {
    id: uuid().primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** 128 random bits: the secret part of its URL. */
    token: text().notNull().unique(),
    name: text().notNull(),
    /** It is still being created: not listed, not counted against the plan, and deleted when nobody goes on with it. */
    isDraft: boolean('is_draft').notNull().default(false),
    /** What a file or a program calls it; null for one that was made by hand. */
    key: text(),
    description: text(),
    labels: jsonb().$type<Record<string, string>>().notNull().default({}),
    managedBy: jsonb('managed_by').$type<StoredManagedBy>(),
    status: text().$type<ReceiverStatus>().notNull(),
    responseCode: smallint('response_code').notNull(),
    contentType: text('content_type').notNull(),
    /** A Liquid template. */
    responseBody: text('response_body').notNull(),
    /** Counts the saves that changed it; see `versions.ts` of the domain. */
    version: integer().notNull().default(1),
    fieldVersions: jsonb('field_versions').$type<FieldVersions>().notNull().default({}),
    createdAt: timestamp('created_at').notNull(),
    updatedAt: timestamp('updated_at').notNull(),
  },
  (t) => [
    index('receivers_account').on(t.accountId, t.id.desc()),
    index('receivers_drafts')
      .on(t.updatedAt)
      .where(sql`is_draft`),
    uniqueIndex('receivers_key')
      .on(t.accountId, t.key)
      .where(sql`key is not null`),
  ],
)

/**
 * A recorded request, in one row: the ingress writes it while a caller waits, and a page of the
 * history shows all of it. No foreign key, since checking it would lock the receiver's row at each request.
 */
export const receivedRequests = pgTable(
  'received_requests',
  {
    id: uuid().primaryKey(),
    receiverId: uuid('receiver_id').notNull(),
    createdAt: timestamp('created_at').notNull(),
    method: text().$type<'GET' | 'HEAD' | 'POST'>().notNull(),
    /** Path and query as they came. */
    url: text().notNull(),
    remoteAddress: text('remote_address').notNull(),
    responseCode: smallint('response_code').notNull(),
    /** In the order and case they came in. */
    requestHeaders: jsonb('request_headers').$type<StoredHeaders>().notNull(),
    requestBody: bytes('request_body').notNull(),
    responseBody: text('response_body').notNull(),
    /** Of the whole answer, where only its beginning is kept. */
    responseBytes: integer('response_bytes'),
    contentType: text('content_type').notNull(),
    error: text(),
    /** What it takes, counted against the plan. */
    storedBytes: integer('stored_bytes'),
    /**
     * Its place among the receiver's requests in the order of their commits, from 1 on and without a gap, as `lastSeq` of the counters
     * gives it. Null of those that were recorded before there was one. A trigger numbers what the version before this one inserts.
     */
    seq: bigint({ mode: 'number' }),
    /** What it says to the receiver's heartbeat; null where none counted its calls one by one. */
    signal: text().$type<RecordedSignalKind>(),
  },
  (t) => [
    index('received_requests_history').on(t.receiverId, t.id.desc()),
    index('received_requests_seq').on(t.receiverId, t.seq).concurrently(),
  ],
)

/** What a developer's machine responded to a request that was forwarded to it (`knockwire listen`). Kept for 30 days. */
export const requestForwards = pgTable(
  'request_forwards',
  {
    id: uuid().primaryKey(),
    receiverId: uuid('receiver_id')
      .notNull()
      .references(() => receivers.id, { onDelete: 'cascade' }),
    /** No foreign key: requests are deleted in thousands, and each would look here. */
    requestId: uuid('request_id').notNull(),
    createdAt: timestamp('created_at').notNull(),
    target: text().notNull(),
    startedAt: timestamp('started_at').notNull(),
    durationMs: integer('duration_ms').notNull(),
    /** The status code; null where no response came. */
    status: smallint(),
    error: text(),
  },
  (t) => [
    index('request_forwards_request').on(t.requestId, t.id),
    index('request_forwards_receiver').on(t.receiverId),
    index('request_forwards_age').on(t.createdAt),
  ],
)

/**
 * What each request passes: the one narrow row of a receiver that an ingress locks and changes, so that
 * limit, count and settings are decided together, whatever the number of processes.
 */
export const receiverCounters = pgTable(
  'receiver_counters',
  {
    receiverId: uuid('receiver_id')
      .primaryKey()
      .references(() => receivers.id, { onDelete: 'cascade' }),
    /** Counted up by triggers with every change of the receiver, its notifications or its owner's plan. */
    version: integer().notNull().default(1),
    /** Requests kept, so that no list counts by scanning. */
    total: integer().notNull().default(0),
    /** The minute that `windowHits` belongs to, by the database's clock. */
    windowStart: timestamp('window_start').notNull().default(new Date(0)),
    windowHits: integer('window_hits').notNull().default(0),
    /** The sum of its requests' `storedBytes`. */
    storedBytes: bigint('stored_bytes', { mode: 'number' }).notNull().default(0),
    /** The greatest `seq` that a request of it was given, whether that one is still kept or not. */
    lastSeq: bigint('last_seq', { mode: 'number' }).notNull().default(0),
  },
  // Those that were called lately: retention looks at them often, and at all others seldom.
  (t) => [index('receiver_counters_recent').on(t.windowStart, t.receiverId).concurrently()],
)

/**
 * Recorded requests whose receiver has notifications with conditions, which an executor has yet to decide. A receiver's are
 * decided in the order of their positions, which is that of their commits: the ingress inserts them while it has the row of
 * the receiver's counters, and refers to that one, which it has locked anyway.
 */
export const undecidedRequests = pgTable(
  'undecided_requests',
  {
    receiverId: uuid('receiver_id')
      .notNull()
      .references(() => receiverCounters.receiverId, { onDelete: 'cascade' }),
    position: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    requestId: uuid('request_id').notNull(),
    accountId: uuid('account_id').notNull(),
    /** Versions of the rules that it is decided by, by their notifications' ids: not by those that were made or edited since. */
    ruleVersions: jsonb('rule_versions').$type<Readonly<Record<string, string>>>().notNull(),
    /** Until then the other executors leave it to one. It saves work alone: who deletes the row decides the request. */
    leasedUntil: timestamp('leased_until'),
  },
  (t) => [primaryKey({ columns: [t.receiverId, t.position] })],
)

/**
 * How many requests a receiver took in each hour of a day of UTC, also where the requests themselves have been deleted. An executor
 * counts them once an hour is over, by their numbers (`lastSeq`), so that the ingress writes nothing for it. Days without requests
 * have no row. Kept for five weeks.
 */
export const receiverRollups = pgTable(
  'receiver_rollups',
  {
    receiverId: uuid('receiver_id')
      .notNull()
      .references(() => receivers.id, { onDelete: 'cascade' }),
    day: timestamp('day').notNull(),
    /**
     * Of its 24 hours: requests that were recorded, and those that were rejected with 4xx. Null where requests had been deleted before
     * they were counted.
     */
    received: integer().array().$type<(number | null)[]>().notNull(),
    rejected: integer().array().notNull(),
    /** The number of the last request before `countedUntil`. */
    lastSeq: bigint('last_seq', { mode: 'number' }).notNull(),
    /** Whether it is known; else it was lower, as requests had been deleted before they were counted. */
    isSure: boolean('is_sure').notNull().default(true),
    countedUntil: timestamp('counted_until').notNull(),
  },
  // The second is for the deletion of what is old.
  (t) => [primaryKey({ columns: [t.receiverId, t.day] }), index('receiver_rollups_day').on(t.day)],
)

/** Hours whose requests have been counted for all receivers. Kept for five weeks. */
export const countedHours = pgTable('counted_hours', { hour: timestamp('hour').primaryKey() })

/** How many requests were not recorded, so that their owner learns of them. Kept for a week. */
export const rejectedRequests = pgTable(
  'rejected_requests',
  {
    receiverId: uuid('receiver_id')
      .notNull()
      .references(() => receivers.id, { onDelete: 'cascade' }),
    /** Its start, by the clock of the process that rejected them. */
    minute: timestamp('minute').notNull(),
    reason: text().$type<RejectionReason>().notNull(),
    count: integer().notNull(),
  },
  // The second is for the deletion of what is old.
  (t) => [primaryKey({ columns: [t.receiverId, t.minute, t.reason] }), index('rejected_requests_minute').on(t.minute)],
)

/**
 * A receiver that expects calls. The ingress changes it in the statement that records a request, an executor where time or a signal
 * changes its state, and the API with the receiver's settings.
 */
export const heartbeats = pgTable(
  'heartbeats',
  {
    receiverId: uuid('receiver_id')
      .primaryKey()
      .references(() => receivers.id, { onDelete: 'cascade' }),
    accountId: uuid('account_id').notNull(),
    expectation: jsonb().$type<StoredExpectation>().notNull(),
    state: text().$type<HeartbeatState>().notNull(),
    since: timestamp('since').notNull(),
    lastSignalAt: timestamp('last_signal_at'),
    /** When the next signal is expected, and when its grace is over. */
    expectedAt: timestamp('expected_at'),
    expectedBy: timestamp('expected_by'),
    /** When an edit or the end of a suspension moved them last. */
    movedAt: timestamp('moved_at'),
    /** What is usual, where that is expected, as it was learned last; and up to when its hours are decided. */
    usual: jsonb().$type<Usual>(),
    judgedUntil: timestamp('judged_until'),
    /** When an executor looks at it next: when it changes unless a signal comes, or at once where signals wait for it. */
    checkAt: timestamp('check_at'),
    /** A signal of success only moves what is expected: nothing waits for an executor, and no notification counts it. */
    isSettled: boolean('is_settled').notNull().default(false),
    /** Those that have started and not ended. */
    runs: jsonb().$type<readonly OpenRun[]>().notNull().default([]),
    failures: integer().notNull().default(0),
    /** The last change, which deliveries are about. */
    changeId: uuid('change_id'),
    /** The secret part of its badge's address. */
    badgeToken: uuid('badge_token').notNull().defaultRandom().unique(),
  },
  (t) => [
    index('heartbeats_account').on(t.accountId),
    index('heartbeats_check')
      .on(t.checkAt)
      .where(sql`check_at is not null`),
  ],
)

/** Signals that an executor has yet to take, in the order of their commits: those that may change a state. */
export const heartbeatSignals = pgTable(
  'heartbeat_signals',
  {
    receiverId: uuid('receiver_id')
      .notNull()
      .references(() => heartbeats.receiverId, { onDelete: 'cascade' }),
    position: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    at: timestamp('at').notNull(),
    kind: text().$type<SignalKind>().notNull(),
    runId: uuid('run_id'),
    exitCode: smallint('exit_code'),
    /** Of a success that an executor has yet to decide by this recorded request. Those behind it wait for it. */
    requestId: uuid('request_id'),
    /** Until then the other executors leave it to one. It saves work alone. */
    leasedUntil: timestamp('leased_until'),
  },
  (t) => [
    primaryKey({ columns: [t.receiverId, t.position] }),
    index('heartbeat_signals_undecided')
      .on(t.receiverId, t.position)
      .where(sql`request_id is not null`),
  ],
)

/** Each change of a heartbeat's state: its history, and what deliveries are about. */
export const heartbeatChanges = pgTable(
  'heartbeat_changes',
  {
    id: uuid().primaryKey(),
    receiverId: uuid('receiver_id')
      .notNull()
      .references(() => receivers.id, { onDelete: 'cascade' }),
    at: timestamp('at').notNull(),
    state: text().$type<HeartbeatState>().notNull(),
    reason: text().$type<ChangeReason>().notNull(),
    expectedAt: timestamp('expected_at'),
    lastSignalAt: timestamp('last_signal_at'),
    durationMs: bigint('duration_ms', { mode: 'number' }),
    exitCode: smallint('exit_code'),
    /** How much later than its grace it happened, since no ingress could take requests; null where one always could. */
    absenceMs: bigint('absence_ms', { mode: 'number' }),
    /** Where what is usual did not come. */
    counted: jsonb().$type<Counted>(),
  },
  (t) => [index('heartbeat_changes_history').on(t.receiverId, t.at.desc(), t.id.desc())],
)

/**
 * When an ingress process could take requests: a row for each time from its start to its end, or to an interruption. Between all of
 * them, a signal that did not come may have been sent.
 */
export const ingressPresence = pgTable(
  'ingress_presence',
  {
    id: uuid().primaryKey(),
    fromAt: timestamp('from_at').notNull(),
    /** Some seconds ahead, as long as the process runs: what executors of an older version go by. */
    untilAt: timestamp('until_at').notNull(),
    /** When it was surely there last; null where an older version writes `untilAt` alone. In no index, so that it is changed in place. */
    seenAt: timestamp('seen_at'),
    /** The process has said that it ended then. */
    isEnded: boolean('is_ended').notNull().default(false),
  },
  (t) => [index('ingress_presence_until').on(t.untilAt)],
)

/** Addresses of other services that reach a receiver, in the form that `addressKeyOf` of the domain gives them. */
export const receiverAddresses = pgTable(
  'receiver_addresses',
  {
    address: text().primaryKey(),
    receiverId: uuid('receiver_id')
      .notNull()
      .references(() => receivers.id, { onDelete: 'cascade' }),
  },
  (t) => [index('receiver_addresses_receiver').on(t.receiverId)],
)
