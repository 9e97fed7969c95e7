import type { Span } from '../record.ts'

/*
 * What is known of receivers that expect calls, in a run under faults. All times are epoch milliseconds of one machine, whose clock the
 * database shares.
 */

/** What a receiver expects, as the run made it. */
export interface ExpectedCalls {
  receiverId: string
  /** The notification about its heartbeat, which also notifies on recovery. */
  notificationId: string
  /** So long after one another; null: at each whole minute, by a cron expression. */
  everyMs: number | null
  graceMs: number
  maxRunMs: number | null
  /** It notifies when a signal is late, too. */
  isLateWatched: boolean
}

/** A signal as its sender sent it, each try by itself. */
export interface SentSignal {
  receiverId: string
  key: string
  kind: 'SUCCESS' | 'START' | 'FAIL' | 'UNMET'
  runId: string | null
  sentMs: number
  /** When it was answered with success; null where it was not. */
  acknowledgedMs: number | null
}

/** When a signal's request was stored: between these two, as a trigger noted. */
export interface StoredSignal {
  key: string
  fromMs: number
  toMs: number
}

/** A change of a heartbeat's state, as it is recorded. */
export interface RecordedChange {
  id: string
  receiverId: string
  atMs: number
  state: string
  reason: string
  absenceMs: number | null
  /** When it was inserted, as a trigger noted. */
  notedAtMs: number
}

/** A delivery about a change. */
export interface RecordedAlert {
  id: string
  notificationId: string
  changeId: string
  occasion: string
  status: string
}

/** A notification about a heartbeat, as its target saw it. */
export interface SeenAlert {
  webhookId: string
  atMs: number
  answered: number | null
}

export interface HeartbeatRecord {
  /** When the rest was read. */
  endMs: number
  expected: ExpectedCalls[]
  sent: SentSignal[]
  stored: StoredSignal[]
  changes: RecordedChange[]
  alerts: RecordedAlert[]
  seen: SeenAlert[]
  faults: Span[]
  /** When the only ingress was not there, or did not run, by how: it ends by and by where it is asked to. */
  absences: Span[]
}
