import type { HeartbeatFiring } from '@knockwire/domain/notifications/when'
import { defaultHeartbeatFiring } from '@knockwire/domain/notifications/when-rules'
import { toCount } from './rule-form.ts'

/** When a notification tells of a heartbeat, as it is being edited. */
export interface HeartbeatForm extends Omit<HeartbeatFiring, 'afterInARow' | 'recoverAfterInARow'> {
  /** As typed; may be empty meanwhile. */
  afterInARow: number | string
  recoverAfterInARow: number | string
}

export const newHeartbeatForm = (): HeartbeatForm => defaultHeartbeatFiring

export const toHeartbeat = (form: HeartbeatForm): HeartbeatFiring => ({
  ...form,
  afterInARow: toCount(form.afterInARow),
  recoverAfterInARow: toCount(form.recoverAfterInARow),
})

const inWords = new Intl.ListFormat('en')

/** In a line. */
export const describeHeartbeat = ({
  notifyOnRecovery,
  notifyWhenLate,
  afterInARow,
  recoverAfterInARow,
}: HeartbeatFiring): string => {
  const down =
    afterInARow > 1 ? `When ${afterInARow} expected calls in a row are missing` : 'When an expected call is missing'
  const recovery = recoverAfterInARow > 1 ? `on recovery after ${recoverAfterInARow} in a row` : 'on recovery'
  return inWords.format([
    down,
    ...(notifyWhenLate ? ['when one is late'] : []),
    ...(notifyOnRecovery ? [recovery] : []),
  ])
}
