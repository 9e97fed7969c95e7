import type { Firing } from './firing.ts'

/** What a notification remembers between executions. */
export interface AlertState {
  /** Its owner has been told that the condition holds, and not yet that it stopped. */
  isTold: boolean
  /** Executions in a row for which the condition has held. */
  heldInARow: number
}

export const untold: AlertState = { isTold: false, heldInARow: 0 }

/** `unknown`: a value could not be read, and the condition does not hold without it. */
export type Observed = 'holds' | 'does-not-hold' | 'unknown'

export interface FiringDecision {
  /** HOLDS: the condition holds. RECOVERED: it has stopped holding. Null: there is nothing to tell. */
  tells: 'HOLDS' | 'RECOVERED' | null
  state: AlertState
}

/** Whether to tell of an execution, and what to remember of it. */
export function decideFiring(firing: Firing, before: AlertState, observed: Observed): FiringDecision {
  // What could not be read is no recovery, and breaks no row.
  if (observed === 'unknown') return { tells: null, state: before }
  if (observed === 'does-not-hold') return decideRecovery(firing, before)
  const heldInARow = Math.min(before.heldInARow + 1, mostCounted)
  const isDue = heldInARow >= firing.afterInARow
  if (firing.mode === 'EVERY_TIME') return { tells: isDue ? 'HOLDS' : null, state: { isTold: false, heldInARow } }
  const isNew = isDue && !before.isTold
  return { tells: isNew ? 'HOLDS' : null, state: { isTold: before.isTold || isDue, heldInARow } }
}

function decideRecovery({ mode, tellsRecovery }: Firing, before: AlertState): FiringDecision {
  const isTeller = mode === 'ON_START' && tellsRecovery
  return { tells: isTeller && before.isTold ? 'RECOVERED' : null, state: untold }
}

/** More than any row that is waited for; a condition that always holds need not be counted for ever. */
const mostCounted = 1000

/** Whether what to tell depends on earlier executions. */
export const needsState = ({ mode, afterInARow }: Firing): boolean => mode === 'ON_START' || afterInARow > 1
