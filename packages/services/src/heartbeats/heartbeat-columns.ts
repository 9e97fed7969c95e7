import type { heartbeatChanges, heartbeats } from '@knockwire/db/schema/receivers'
import type { Heartbeat, HeartbeatChange } from '@knockwire/domain/heartbeats/machine/heartbeat-state'

/** The columns that say how a heartbeat fares. */
export type HeartbeatColumns = Pick<
  typeof heartbeats.$inferSelect,
  'state' | 'since' | 'lastSignalAt' | 'expectedAt' | 'expectedBy' | 'movedAt' | 'judgedUntil' | 'runs' | 'failures'
>

type ChangeColumns = Omit<typeof heartbeatChanges.$inferSelect, 'id' | 'receiverId'>

const dateOf = (epochMs: number | null) => (epochMs === null ? null : new Date(epochMs))
const msOf = (date: Date | null) => date?.getTime() ?? null

export const heartbeatOf = (row: HeartbeatColumns): Heartbeat => ({
  state: row.state,
  sinceMs: row.since.getTime(),
  lastSignalAtMs: msOf(row.lastSignalAt),
  expectedAtMs: msOf(row.expectedAt),
  expectedByMs: msOf(row.expectedBy),
  movedAtMs: msOf(row.movedAt),
  judgedUntilMs: msOf(row.judgedUntil),
  runs: row.runs,
  failures: row.failures,
})

export const columnsOf = (heartbeat: Heartbeat): HeartbeatColumns => ({
  state: heartbeat.state,
  since: new Date(heartbeat.sinceMs),
  lastSignalAt: dateOf(heartbeat.lastSignalAtMs),
  expectedAt: dateOf(heartbeat.expectedAtMs),
  expectedBy: dateOf(heartbeat.expectedByMs),
  movedAt: dateOf(heartbeat.movedAtMs),
  judgedUntil: dateOf(heartbeat.judgedUntilMs),
  runs: heartbeat.runs,
  failures: heartbeat.failures,
})

export const changeOf = (row: ChangeColumns): HeartbeatChange => ({
  state: row.state,
  reason: row.reason,
  atMs: row.at.getTime(),
  expectedAtMs: msOf(row.expectedAt),
  lastSignalAtMs: msOf(row.lastSignalAt),
  durationMs: row.durationMs,
  exitCode: row.exitCode,
  absenceMs: row.absenceMs,
  counted: row.counted,
})

export const changeColumnsOf = (change: HeartbeatChange): ChangeColumns => ({
  state: change.state,
  reason: change.reason,
  at: new Date(change.atMs),
  expectedAt: dateOf(change.expectedAtMs),
  lastSignalAt: dateOf(change.lastSignalAtMs),
  durationMs: change.durationMs,
  exitCode: change.exitCode,
  absenceMs: change.absenceMs,
  counted: change.counted,
})
