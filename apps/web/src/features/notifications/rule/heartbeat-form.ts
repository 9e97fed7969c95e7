import type { Expectation } from '@knockwire/domain/heartbeats/expectation'
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

const missing = (inARow: number) =>
  inARow > 1 ? `When ${inARow} expected calls in a row are missing` : 'When an expected call is missing'

const unusual = (inARow: number) =>
  inARow > 1 ? `When ${inARow} counts in a row are unusual` : 'When fewer requests than usual arrive'

/** In a line. */
export const describeHeartbeat = (
  { notifyOnRecovery, notifyWhenLate, afterInARow, recoverAfterInARow }: HeartbeatFiring,
  mode?: Expectation['mode'] | null,
): string => {
  const down = mode === 'LEARNED' ? unusual(afterInARow) : missing(afterInARow)
  const recovery = recoverAfterInARow > 1 ? `on recovery after ${recoverAfterInARow} in a row` : 'on recovery'
  return inWords.format([
    down,
    ...(notifyWhenLate ? [mode === 'LEARNED' ? 'when some are late' : 'when one is late'] : []),
    ...(notifyOnRecovery ? [recovery] : []),
  ])
}
