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
  /** Its owner has been notified that the condition holds, or would have been, and not yet that it stopped. */
  isNotified: boolean
  /** While `isNotified`: its owner has not been notified, since the notification was muted. */
  isWithheld: boolean
  /** Executions in a row for which the condition has held; those for which it held since its owner was notified. */
  consecutiveMatches: number
  /** Since its owner was notified: executions in a row for which it has not held. */
  consecutiveMisses: number
}

export const noAlert: AlertState = {
  isNotified: false,
  isWithheld: false,
  consecutiveMatches: 0,
  consecutiveMisses: 0,
}

/** `unknown`: a value could not be read, and the condition does not hold without it. */
export type Observed = 'holds' | 'does-not-hold' | 'unknown'

export interface FiringDecision {
  /** HOLDS: the condition holds. RECOVERED: it has stopped holding. Null: nobody is notified. */
  occasion: 'HOLDS' | 'RECOVERED' | null
  state: AlertState
}

interface Observation {
  observed: Observed
  /** Then what is decided is recorded, and not sent. */
  isMuted: boolean
}

/**
 * Whether to notify of an execution, and what to remember of it. An alert that was withheld while the notification was muted
 * is sent once it is not, if the condition still holds.
 */
export function decideFiring(firing: Firing, before: AlertState, { observed, isMuted }: Observation): FiringDecision {
  // What could not be read is no recovery, and breaks no row.
  if (observed === 'unknown') return { occasion: null, state: before }
  if (observed === 'does-not-hold') return decideRecovery(firing, before, isMuted)
  const consecutiveMatches = Math.min(before.consecutiveMatches + 1, mostCounted)
  const isDue = consecutiveMatches >= firing.afterInARow
  const counted = { consecutiveMatches, consecutiveMisses: 0 }
  if (firing.mode === 'EVERY_TIME')
    return { occasion: isDue ? 'HOLDS' : null, state: { isNotified: false, isWithheld: false, ...counted } }
  const isNew = isDue && (!before.isNotified || (before.isWithheld && !isMuted))
  return {
    occasion: isNew ? 'HOLDS' : null,
    state: {
      isNotified: before.isNotified || isDue,
      isWithheld: isNew ? isMuted : before.isNotified && before.isWithheld,
      ...counted,
    },
  }
}

/** The end of an alert that was withheld is recorded while the notification is muted, and later nobody is notified of it. */
function decideRecovery(
  { mode, notifyOnRecovery, recoverAfterInARow }: Firing,
  before: AlertState,
  isMuted: boolean,
): FiringDecision {
  const consecutiveMisses = before.consecutiveMisses + 1
  if (mode === 'ON_START' && before.isNotified && consecutiveMisses < recoverAfterInARow)
    return { occasion: null, state: { ...before, consecutiveMisses } }
  const isOfAlert = before.isNotified && (isMuted || !before.isWithheld)
  const notifiesRecovery = mode === 'ON_START' && notifyOnRecovery
  return { occasion: notifiesRecovery && isOfAlert ? 'RECOVERED' : null, state: noAlert }
}

/** More than any row that is waited for; a condition that always holds need not be counted for ever. */
const mostCounted = 1000

/** Whether the decision to notify depends on earlier executions. */
export const needsState = ({ mode, afterInARow }: Firing): boolean => mode === 'ON_START' || afterInARow > 1
