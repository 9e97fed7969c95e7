import type { Firing } from './firing.ts'

/**
 * EVERY_TIME: at each execution for which the condition holds (the default).
 * ON_START: when it starts to hold, and not again until it has stopped.
 */
export const firingModes = ['EVERY_TIME', 'ON_START'] as const

/** Of `afterInARow` and `recoverAfterInARow`. */
export const inARowLimits = { min: 1, max: 100 } as const

export const defaultFiring: Firing = {
  mode: 'EVERY_TIME',
  notifyOnRecovery: false,
  afterInARow: 1,
  recoverAfterInARow: 1,
}

/** What is stored of one may lack what was added since. */
export const completeFiring = (stored: Partial<Firing> | null | undefined): Firing => ({ ...defaultFiring, ...stored })

/** What a notification remembers between executions. */
export interface AlertState {
  /** Its owner has been notified that the condition holds, and not yet that it stopped. */
  isNotified: boolean
  /** Executions in a row for which the condition has held; those for which it held since its owner was notified. */
  consecutiveMatches: number
  /** Since its owner was notified: executions in a row for which it has not held. */
  consecutiveMisses: number
}

export const noAlert: AlertState = { isNotified: false, consecutiveMatches: 0, consecutiveMisses: 0 }

/** `unknown`: a value could not be read, and the condition does not hold without it. */
export type Observed = 'holds' | 'does-not-hold' | 'unknown'

export interface FiringDecision {
  /** HOLDS: the condition holds. RECOVERED: it has stopped holding. Null: nobody is notified. */
  occasion: 'HOLDS' | 'RECOVERED' | null
  state: AlertState
}

/** Whether to notify of an execution, and what to remember of it. */
export function decideFiring(firing: Firing, before: AlertState, observed: Observed): FiringDecision {
  // What could not be read is no recovery, and breaks no row.
  if (observed === 'unknown') return { occasion: null, state: before }
  if (observed === 'does-not-hold') return decideRecovery(firing, before)
  const consecutiveMatches = Math.min(before.consecutiveMatches + 1, mostCounted)
  const isDue = consecutiveMatches >= firing.afterInARow
  if (firing.mode === 'EVERY_TIME')
    return { occasion: isDue ? 'HOLDS' : null, state: { isNotified: false, consecutiveMatches, consecutiveMisses: 0 } }
  const isNew = isDue && !before.isNotified
  return {
    occasion: isNew ? 'HOLDS' : null,
    state: { isNotified: before.isNotified || isDue, consecutiveMatches, consecutiveMisses: 0 },
  }
}

function decideRecovery({ mode, notifyOnRecovery, recoverAfterInARow }: Firing, before: AlertState): FiringDecision {
  const consecutiveMisses = before.consecutiveMisses + 1
  if (mode === 'ON_START' && before.isNotified && consecutiveMisses < recoverAfterInARow)
    return { occasion: null, state: { ...before, consecutiveMisses } }
  const notifiesRecovery = mode === 'ON_START' && notifyOnRecovery
  return { occasion: notifiesRecovery && before.isNotified ? 'RECOVERED' : null, state: noAlert }
}

/** More than any row that is waited for; a condition that always holds need not be counted for ever. */
const mostCounted = 1000

/** Whether the decision to notify depends on earlier executions. */
export const needsState = ({ mode, afterInARow }: Firing): boolean => mode === 'ON_START' || afterInARow > 1
