import { type Firing, type FiringMode, inARowLimits } from '@knockwire/domain/notifications/firing'

/** "When to tell" as it is being edited. */
export interface FiringForm {
  mode: FiringMode
  tellsRecovery: boolean
  /** As typed; empty while it is. */
  afterInARow: number | string
}

export const toFiring = ({ mode, tellsRecovery, afterInARow }: FiringForm): Firing => ({
  mode,
  tellsRecovery: mode === 'ON_START' && tellsRecovery,
  afterInARow: Math.min(inARowLimits.max, Math.max(inARowLimits.min, Math.trunc(Number(afterInARow)) || 1)),
})

/** For tables: null where it tells each time, as most do. */
export function describeFiring({ mode, tellsRecovery, afterInARow }: Firing): string | null {
  const after = afterInARow > 1 ? `after ${afterInARow} in a row` : null
  if (mode === 'EVERY_TIME') return after === null ? null : `Every time, ${after}`
  return [after === null ? 'Once it starts' : `Once, ${after}`, tellsRecovery ? 'and when it stops' : null]
    .filter((part) => part !== null)
    .join(', ')
}
