import { hasAnsweredBefore, type HostCall, isFailing, type LastResults } from './evidence.ts'
import { tallyElsewhere } from './tally-elsewhere.ts'

interface NetworkBack {
  calls: Iterable<HostCall>
  witnesses: readonly LastResults[]
  outage: { sinceMs: number; untilMs: null }
  /** When the last inconclusive call ended. */
  lastFailureMs: number
  nowMs: number
}

/** Without a call for so long, nothing is known any more. */
const forgottenMs = 3_600_000

/**
 * Whether an outage is over: hosts, or without those the witnesses, have answered since its last inconclusive call, and no
 * longer do most hosts fail.
 */
export const isNetworkBack = ({ calls, witnesses, outage, lastFailureMs, nowMs }: NetworkBack): boolean => {
  if (nowMs - lastFailureMs > forgottenMs) return true
  const failure = { host: '', startedMs: lastFailureMs, endedMs: lastFailureMs }
  const all = tallyElsewhere(failure, { calls, witnesses, outage, nowMs, isFinal: true })
  const known = witnesses.filter((witness) => hasAnsweredBefore(witness, outage.sinceMs))
  const isWitnessed =
    known.length > 0 && known.every((one) => !isFailing(one) && (one.lastAnswerMs ?? 0) > lastFailureMs)
  if (all.failingShare > 0.5 || all.freshFailingShare > 0.5) return false
  return all.freshAnswered > 0 || isWitnessed
}
