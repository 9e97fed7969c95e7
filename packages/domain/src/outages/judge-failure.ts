import { type HostCall, hasAnsweredBefore, isFailing, type LastResults } from './evidence.ts'
import { type Elsewhere, tallyElsewhere } from './tally-elsewhere.ts'

/** A call to which no answer came. */
export interface NetworkFailure {
  host: string
  startedMs: number
  endedMs: number
}

/** An outage that this executor has found; `untilMs` is null while it lasts. */
export interface Outage {
  sinceMs: number
  untilMs: number | null
}

export interface Evidence {
  /** What this executor has called, the host that failed included. */
  calls: Iterable<HostCall>
  witnesses: readonly LastResults[]
  outage: Outage | null
  nowMs: number
  /** There is no more time to wait for evidence. */
  isFinal: boolean
}

/** FAILURE: the target's. INCONCLUSIVE: our own network's. UNDECIDED: what has happened since cannot tell yet. */
export type FailureVerdict = 'FAILURE' | 'INCONCLUSIVE' | 'UNDECIDED'

/** So many hosts beside the failing one have to fail before it can be our network. With fewer, only witnesses can tell. */
export const leastHosts = 3
/** Enough hosts to decide before most of the last minute's were called again. */
const manyHosts = 10
const clearShare = 0.8
const witnessFreshMs = 10_000

/**
 * Whose failure it is. Ours, where most of what is called elsewhere fails likewise, each account having one vote, or where
 * the witnesses do. Never ours, where the one host alone is down. Why it is so: docs/decisions/0039.
 */
export const judgeFailure = (failure: NetworkFailure, evidence: Evidence): FailureVerdict => {
  const { outage, isFinal } = evidence
  if (outage !== null && isWithin(failure, outage)) return 'INCONCLUSIVE'
  const elsewhere = tallyElsewhere(failure, evidence)
  const witnesses = askWitnesses(failure, evidence)
  // One account's hosts may share a machine or a provider, so that witnesses that answer know better.
  const isOneParty = elsewhere.accounts < 2
  if (isMostFailing(elsewhere)) {
    if (witnesses === null || !isOneParty) return 'INCONCLUSIVE'
    if (witnesses === 'ANSWER') return 'FAILURE'
    return witnesses === 'FAIL' || isFinal ? 'INCONCLUSIVE' : 'UNDECIDED'
  }
  const enoughAnswers = witnesses === null ? Math.min(leastHosts, elsewhere.known) : leastHosts
  if (elsewhere.freshAnswered >= enoughAnswers && elsewhere.freshFailingShare <= 0.5) return 'FAILURE'
  if (witnesses === 'FAIL') return 'INCONCLUSIVE'
  if (witnesses === 'ANSWER') return 'FAILURE'
  if (isClearlyFailing(elsewhere)) return 'INCONCLUSIVE'
  const mayBeOurs = witnesses !== null || elsewhere.known >= leastHosts
  if (!mayBeOurs) return 'FAILURE'
  if (!isFinal) return 'UNDECIDED'
  return isFreshlyFailing(elsewhere) ? 'INCONCLUSIVE' : 'FAILURE'
}

/** Whether the call was in flight during an outage that has ended. */
const isWithin = ({ startedMs, endedMs }: NetworkFailure, { sinceMs, untilMs }: Outage) =>
  untilMs !== null && startedMs < untilMs && endedMs > sinceMs

/** Of all that was called in the last minute, by each host's last result. */
const isMostFailing = ({ failing, failingShare }: Elsewhere) => failing >= leastHosts && failingShare > 0.5

/** Of what was called since. One account alone does not speak for the others. */
const isFreshlyFailing = ({ freshFailing, freshFailingShare, freshFailingAccounts, accounts }: Elsewhere) =>
  freshFailing >= leastHosts && freshFailingShare > 0.5 && freshFailingAccounts >= Math.min(2, accounts)

const isClearlyFailing = (elsewhere: Elsewhere) =>
  elsewhere.freshFailing >= manyHosts &&
  elsewhere.freshFailingShare >= clearShare &&
  elsewhere.freshFailingAccounts >= Math.min(3, elsewhere.accounts)

/** What the witnesses that have answered before say of the time since the failure; null without any. */
const askWitnesses = (
  { endedMs }: NetworkFailure,
  { witnesses, outage, nowMs }: Evidence,
): 'ANSWER' | 'FAIL' | 'WAIT' | null => {
  const known = witnesses.filter((witness) => hasAnsweredBefore(witness, outage?.sinceMs ?? nowMs))
  if (known.length === 0) return null
  const failing = known.filter(
    (witness) => isFailing(witness) && (witness.lastFailureMs ?? 0) > endedMs - witnessFreshMs,
  )
  if (failing.length > known.length / 2) return 'FAIL'
  const isAnswering = known.every(
    (witness) => !isFailing(witness) && witness.lastAnswerMs !== null && witness.lastAnswerMs >= endedMs,
  )
  return isAnswering ? 'ANSWER' : 'WAIT'
}
