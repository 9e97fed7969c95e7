import { type HostCall, hasAnsweredBefore, isFailing } from './evidence.ts'
import type { Evidence, NetworkFailure } from './judge-failure.ts'

/** What is known of hosts other than the failing one. Shares give each account one vote, however many hosts it calls. */
export interface Elsewhere {
  /** Hosts that answered before, called lately or not: many tasks are due together, and those are called next. */
  known: number
  /** Hosts and accounts that were called in the last minute. */
  hosts: number
  accounts: number
  failing: number
  failingShare: number
  /** Answers since the failure, and hosts that turned from answering to failing about then. */
  freshAnswered: number
  freshFailing: number
  freshFailingAccounts: number
  /** Of the accounts that have any of the two; 0 without one. */
  freshFailingShare: number
}

const minuteMs = 60_000
/** A failure that ended up to this long before the judged one counts as fresh: calls that one outage ends do not all end at once. */
const togetherMs = 2000

interface AccountVote {
  failing: number
  others: number
  freshFailing: number
  freshAnswered: number
}

type Standing = 'FAILING' | 'FRESHLY_FAILING' | 'ANSWERED' | 'FRESHLY_ANSWERED'

export const tallyElsewhere = (failure: NetworkFailure, evidence: Evidence): Elsewhere => {
  const { calls, outage, nowMs } = evidence
  const problemMs = outage?.untilMs === null ? Math.min(outage.sinceMs, failure.endedMs) : failure.endedMs
  const known = new Set<string>()
  const standings = new Map<string, Standing>()
  const votes = new Map<string, AccountVote>()
  for (const { accountId, calledMs, host } of calls) {
    if (host.name === failure.host || !hasAnsweredBefore(host, problemMs)) continue
    known.add(host.name)
    if (calledMs < nowMs - minuteMs) continue
    const standing = standings.get(host.name) ?? standingOf(host, failure.endedMs, problemMs)
    standings.set(host.name, standing)
    const vote = votes.get(accountId) ?? { failing: 0, others: 0, freshFailing: 0, freshAnswered: 0 }
    votes.set(accountId, vote)
    if (standing === 'FAILING' || standing === 'FRESHLY_FAILING') vote.failing += 1
    else vote.others += 1
    if (standing === 'FRESHLY_FAILING') vote.freshFailing += 1
    if (standing === 'FRESHLY_ANSWERED') vote.freshAnswered += 1
  }
  return { known: known.size, ...countHosts([...standings.values()]), ...countVotes([...votes.values()]) }
}

const standingOf = (host: HostCall['host'], endedMs: number, problemMs: number): Standing => {
  const { lastFailureMs, failingSinceMs, lastAnswerMs } = host
  if (!isFailing(host)) return (lastAnswerMs ?? 0) > endedMs ? 'FRESHLY_ANSWERED' : 'ANSWERED'
  const isFresh = (lastFailureMs ?? 0) > endedMs - togetherMs && (failingSinceMs ?? 0) >= problemMs - minuteMs
  return isFresh ? 'FRESHLY_FAILING' : 'FAILING'
}

const countHosts = (standings: readonly Standing[]) => {
  const count = (...counted: Standing[]) => standings.filter((standing) => counted.includes(standing)).length
  return {
    hosts: standings.length,
    failing: count('FAILING', 'FRESHLY_FAILING'),
    freshFailing: count('FRESHLY_FAILING'),
    freshAnswered: count('FRESHLY_ANSWERED'),
  }
}

const countVotes = (votes: readonly AccountVote[]) => {
  const failing = votes.reduce((sum, vote) => sum + vote.failing / (vote.failing + vote.others), 0)
  const fresh = votes.filter(({ freshFailing, freshAnswered }) => freshFailing + freshAnswered > 0)
  const freshFailing = fresh.reduce(
    (sum, vote) => sum + vote.freshFailing / (vote.freshFailing + vote.freshAnswered),
    0,
  )
  return {
    accounts: votes.length,
    failingShare: votes.length === 0 ? 0 : failing / votes.length,
    freshFailingAccounts: fresh.filter((vote) => vote.freshFailing > 0).length,
    freshFailingShare: fresh.length === 0 ? 0 : freshFailing / fresh.length,
  }
}
