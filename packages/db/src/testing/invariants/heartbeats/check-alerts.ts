import type { Violation } from '../record.ts'
import type { Explained } from './belief.ts'
import type { ExpectedCalls, HeartbeatRecord, RecordedAlert } from './record.ts'

const occasionOf: Readonly<Record<Explained['role'], string | null>> = {
  ALERT: 'HOLDS',
  LATE: 'HOLDS',
  RECOVERY: 'RECOVERED',
  OTHER: null,
}

/** Changes of one turn are recorded together. */
const oneTurnMs = 250

/** It was down by the time that it was found to be late: that it was late is not said any more. */
const isSuperseded = ({ change, role }: Explained, next: Explained | undefined): boolean =>
  role === 'LATE' && next?.role === 'ALERT' && next.change.notedAtMs - change.notedAtMs < oneTurnMs

/** Whether each alert and each recovery has exactly one delivery of its notification, and nothing else has any. */
export const checkAlerts = (
  { notificationId }: ExpectedCalls,
  explained: readonly Explained[],
  alerts: readonly RecordedAlert[],
): Violation[] => {
  const keyOf = ({ change, role }: Explained) => {
    const occasion = occasionOf[role]
    return occasion === null ? [] : [`${change.id} ${occasion}`]
  }
  const demanded = explained
    .filter((one, index) => !isSuperseded(one, explained[index + 1]))
    .flatMap((one) => keyOf(one))
  const made = Map.groupBy(
    alerts.filter((alert) => alert.notificationId === notificationId),
    ({ changeId, occasion }) => `${changeId} ${occasion}`,
  )
  const known = new Set(explained.flatMap((one) => keyOf(one)))
  return [
    ...demanded.filter((key) => !made.has(key)).map((detail) => ({ kind: 'missing-alert', detail })),
    ...[...made]
      .filter(([key, all]) => known.has(key) && all.length > 1)
      .map(([detail]) => ({ kind: 'alert-sent-twice', detail })),
    ...[...made.keys()].filter((key) => !known.has(key)).map((detail) => ({ kind: 'undemanded-alert', detail })),
  ]
}

/** Attempts of a delivery wait longer and longer for one another. */
const stuckMs = 600_000

const isAccepted = (status: number | null) => status !== null && status >= 200 && status < 300

/** Whether what was delivered arrived, and what arrived is recorded. */
export const checkArrivals = ({ alerts, seen, endMs, changes }: HeartbeatRecord): Violation[] => {
  const seenOf = Map.groupBy(seen, ({ webhookId }) => webhookId)
  const ids = new Set(alerts.map(({ id }) => id))
  const notedAt = new Map(changes.map(({ id, notedAtMs }) => [id, notedAtMs]))
  return [
    ...alerts
      .filter(
        ({ id, status }) => status === 'DELIVERED' && !seenOf.get(id)?.some(({ answered }) => isAccepted(answered)),
      )
      .map(({ id }) => ({ kind: 'undelivered-alert', detail: id })),
    ...alerts
      .filter(({ status, changeId }) => status === 'PENDING' && (notedAt.get(changeId) ?? endMs) < endMs - stuckMs)
      .map(({ id }) => ({ kind: 'stuck-alert', detail: id })),
    // Those that arrived after the rest was read may have been made after it, too.
    ...[...seenOf]
      .filter(([id, [first]]) => !ids.has(id) && first !== undefined && first.atMs < endMs)
      .map(([detail]) => ({ kind: 'unrecorded-alert', detail })),
  ]
}
