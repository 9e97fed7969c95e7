import type { FaultRecord, RecordedDelivery, SeenHook, Violation } from './record.ts'
import { isDisturbed } from './healthy.ts'

const isAccepted = ({ answered }: SeenHook) => answered !== null && answered >= 200 && answered < 300
/** One that waits for its next attempt is still on its way, unless that attempt is long over. */
const latestAttemptMs = 30_000

const demandedOf = ({ notified, executions, requests }: FaultRecord): { key: string; subjectId: string }[] => {
  const notificationOf = new Map(notified.map(({ ownerId, notificationId }) => [ownerId, notificationId]))
  const subjects = [
    ...executions
      .filter(({ status, statusCode }) => status === 'SUCCEEDED' && statusCode === 500)
      .map(({ id, taskId }) => ({ ownerId: taskId, subjectId: id })),
    ...requests.map(({ id, receiverId }) => ({ ownerId: receiverId, subjectId: id })),
  ]
  return subjects.flatMap(({ ownerId, subjectId }) => {
    const notificationId = notificationOf.get(ownerId)
    return notificationId === undefined ? [] : [{ key: `${notificationId} ${subjectId}`, subjectId }]
  })
}

const checkDelivery = (record: FaultRecord, delivery: RecordedDelivery, hooks: readonly SeenHook[]): Violation[] => {
  const { id, status, attempts, nextAttemptAtMs, subjectId } = delivery
  const violations: Violation[] = []
  const accepted = hooks.filter(isAccepted)
  if (status === 'DELIVERED' && accepted.length === 0) violations.push({ kind: 'undelivered', detail: id })
  if (status === 'PENDING' && (nextAttemptAtMs === null || nextAttemptAtMs + latestAttemptMs < record.endMs))
    violations.push({ kind: 'stuck-delivery', detail: `${id} after ${attempts} attempts` })
  if (hooks.some((hook) => hook.subjectId !== subjectId)) violations.push({ kind: 'changed-webhook-id', detail: id })
  const [first] = accepted
  const last = accepted.at(-1)
  if (first && last && accepted.length > 1 && !isDisturbed(record.faults, first.atMs, last.atMs))
    violations.push({ kind: 'unexplained-second-delivery', detail: id })
  return violations
}

/** Each notification whose condition held is delivered, or shown as failed; its repeats carry the same id. */
export const checkDeliveries = (record: FaultRecord, isOfDeleted: (subjectId: string) => boolean): Violation[] => {
  const hooksOf = Map.groupBy(record.hooks, ({ webhookId }) => webhookId)
  const made = record.deliveries.filter(({ type }) => type === 'HTTP')
  const keys = new Set(made.map(({ notificationId, subjectId }) => `${notificationId} ${subjectId}`))
  const demanded = demandedOf(record)
  const demandedKeys = new Set(demanded.map(({ key }) => key))
  const ids = new Set(made.map(({ id }) => id))
  return [
    ...demanded.filter(({ key }) => !keys.has(key)).map(({ key }) => ({ kind: 'missing-delivery', detail: key })),
    ...[...keys].filter((key) => !demandedKeys.has(key)).map((key) => ({ kind: 'undemanded-delivery', detail: key })),
    ...made.flatMap((delivery) => checkDelivery(record, delivery, hooksOf.get(delivery.id) ?? [])),
    ...[...hooksOf]
      .filter(([id, hooks]) => !ids.has(id) && !hooks.every(({ subjectId }) => isOfDeleted(subjectId)))
      .map(([id]) => ({ kind: 'unrecorded-delivery', detail: id })),
  ]
}
