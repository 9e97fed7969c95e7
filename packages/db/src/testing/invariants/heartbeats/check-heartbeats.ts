import type { Span, Violation } from '../record.ts'
import { type Between, extensionOf, mayBeUnnoticed, waitsOf } from './absences.ts'
import type { Explained } from './belief.ts'
import { checkAlerts, checkArrivals } from './check-alerts.ts'
import { checkChanges, type TimedSignal } from './check-changes.ts'
import type { ExpectedCalls, HeartbeatRecord, RecordedChange, SentSignal } from './record.ts'

export interface JudgedHeartbeats {
  violations: Violation[]
  heartbeats: number
  signals: number
  /** Times that it went down, and of them those that were known to a second beforehand. */
  alerts: number
  exactAlerts: number
  lateAlerts: number
  recoveries: number
  /** Alerts of silence though the sender had called in time, where nobody could notice that, or calls waited to be recorded. */
  unansweredAlerts: number
  /** For how long calls waited, where nothing was at fault, so that an ingress may have been taken to be away, in milliseconds. */
  busyMs: number
  /** How long after its time each alert by time was recorded where nothing was at fault, in milliseconds, in their order. */
  lagsMs: number[]
}

/** A statement's time and its trigger's are fractions of a millisecond; the sender's clock is read in whole ones. */
const clocksMs = 50

/** Signals in the order in which they were stored, with what their senders know of them. */
const timedSignals = (record: HeartbeatRecord): { ofReceiver: Map<string, TimedSignal[]>; violations: Violation[] } => {
  const sentOf = new Map(record.sent.map((signal) => [signal.key, signal]))
  const ofReceiver = new Map<string, TimedSignal[]>()
  const violations: Violation[] = []
  for (const { key, fromMs, toMs } of record.stored) {
    const signal = sentOf.get(key)
    if (signal === undefined) {
      violations.push({ kind: 'unsent-signal', detail: key })
      continue
    }
    const { sentMs, acknowledgedMs, receiverId } = signal
    if (fromMs < sentMs - clocksMs || toMs > (acknowledgedMs ?? Infinity) + clocksMs)
      violations.push({ kind: 'misplaced-signal', detail: key })
    const own = ofReceiver.get(receiverId) ?? []
    // It waits for the receiver's row, so it is later than the one before it.
    const before = own.at(-1)?.at.toMs ?? 0
    own.push({ signal, at: { fromMs: Math.max(fromMs, before), toMs } })
    ofReceiver.set(receiverId, own)
  }
  const stored = new Set(record.stored.map(({ key }) => key))
  for (const { key, acknowledgedMs } of record.sent)
    if (acknowledgedMs !== null && !stored.has(key)) violations.push({ kind: 'lost-signal', detail: key })
  return { ofReceiver, violations }
}

const calmLagMs = 10_000
/** An executor that was killed, or cut off, is there again by then. */
const recoveryMs = 20_000

const isOfEngine = ({ what }: Span) => /^(?:executor|database|link) ?/.test(what)

/** How long, from one time to another, something that decides alerts was at fault. */
const disturbedMs = (faults: readonly Span[], fromMs: number, toMs: number) =>
  faults
    .filter(isOfEngine)
    .filter((fault) => fault.fromMs <= toMs && fault.toMs + recoveryMs >= fromMs)
    .reduce((sum, fault) => sum + (fault.toMs - fault.fromMs) + recoveryMs, 0)

const isByTime = ({ reason }: RecordedChange) => reason === 'SILENT' || reason === 'RUN_TOO_LONG'

const checkLag = (faults: readonly Span[], { id, atMs, notedAtMs }: RecordedChange): Violation[] =>
  notedAtMs - atMs > calmLagMs + disturbedMs(faults, atMs, notedAtMs)
    ? [{ kind: 'late-alert', detail: `${id}: ${Math.round(notedAtMs - atMs)} ms after its time` }]
    : []

/** A request takes so long at most where nothing is at fault. */
const takenMs = 250

/** From the first call in time that was not answered to the alert that was made all the same, if that is what happened. */
const unansweredOf = (
  { graceMs }: ExpectedCalls,
  { atMs, absenceMs, reason }: RecordedChange,
  { sent, signals }: { sent: readonly SentSignal[]; signals: readonly TimedSignal[] },
): Between[] => {
  if (reason !== 'SILENT') return []
  const lastMs = signals.findLast(({ at }) => at.toMs < atMs)?.at.toMs ?? Infinity
  const untilMs = atMs - (absenceMs ?? 0) - graceMs - takenMs
  const first = sent.find(({ sentMs }) => sentMs > lastMs && sentMs <= untilMs)
  return first === undefined ? [] : [{ fromMs: first.sentMs, toMs: atMs }]
}

const unansweredAlert = ({ receiverId }: ExpectedCalls, { fromMs, toMs }: Between): Violation => ({
  kind: 'unanswered-alert',
  detail: `${receiverId} had called at ${new Date(fromMs).toISOString()}, alert at ${new Date(toMs).toISOString()}`,
})

const count = (explained: readonly Explained[], role: Explained['role']) =>
  explained.filter((one) => one.role === role).length

const exactMs = 1000

/**
 * Whether each receiver that expects calls was alerted of when it had to be, never else and never twice, and its recovery was reported:
 * by what its senders did and when, and what was done to the processes. It reads nothing of the state that the product keeps.
 */
export const judgeHeartbeats = (record: HeartbeatRecord): JudgedHeartbeats => {
  const { ofReceiver, violations } = timedSignals(record)
  const extension = extensionOf(record)
  const sentOf = Map.groupBy(record.sent, ({ receiverId }) => receiverId)
  const changesOf = Map.groupBy(record.changes, ({ receiverId }) => receiverId)
  const judged: Omit<JudgedHeartbeats, 'violations' | 'busyMs' | 'lagsMs'> = {
    heartbeats: 0,
    signals: 0,
    alerts: 0,
    exactAlerts: 0,
    lateAlerts: 0,
    recoveries: 0,
    unansweredAlerts: 0,
  }
  const waits = waitsOf(record.sent)
  const lagsMs: number[] = []
  for (const expected of record.expected) {
    const changes = changesOf.get(expected.receiverId) ?? []
    const watched = { expected, changes, extension, explained: new Map<number, Explained>() }
    const signals = ofReceiver.get(expected.receiverId) ?? []
    const { explained, ...result } = checkChanges(watched, signals, record.endMs)
    violations.push(...result.violations)
    if (result.isWhole) violations.push(...checkAlerts(expected, explained, record.alerts))
    const byTime = changes.filter(isByTime)
    const senders = { sent: sentOf.get(expected.receiverId) ?? [], signals }
    const unanswered = byTime.flatMap((change) => unansweredOf(expected, change, senders))
    const isExcused = (between: Between) =>
      mayBeUnnoticed(record.faults, between) ||
      waits.some(({ fromMs, toMs }) => fromMs <= between.toMs && toMs >= between.fromMs)
    judged.unansweredAlerts += unanswered.filter(isExcused).length
    violations.push(
      ...unanswered.filter((between) => !isExcused(between)).map((between) => unansweredAlert(expected, between)),
    )
    violations.push(...byTime.flatMap((change) => checkLag(record.faults, change)))
    lagsMs.push(
      ...byTime
        .filter(({ atMs, notedAtMs }) => disturbedMs(record.faults, atMs, notedAtMs) === 0)
        .map(({ atMs, notedAtMs }) => notedAtMs - atMs),
    )
    judged.heartbeats += 1
    judged.signals += result.signals
    judged.alerts += count(explained, 'ALERT')
    judged.exactAlerts += explained.filter(({ role, widthMs }) => role === 'ALERT' && widthMs <= exactMs).length
    judged.lateAlerts += count(explained, 'LATE')
    judged.recoveries += count(explained, 'RECOVERY')
  }
  violations.push(...checkArrivals(record))
  const isOfFault = (wait: Between) =>
    record.faults.some(({ fromMs, toMs }) => fromMs <= wait.toMs && toMs + recoveryMs >= wait.fromMs)
  const busyMs = waits.filter((wait) => !isOfFault(wait)).reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0)
  return { ...judged, violations, busyMs, lagsMs: lagsMs.toSorted((a, b) => a - b) }
}
