import { expectUsual, type LearnedWatch } from '@knockwire/domain/heartbeats/learned/expect-usual'
import { judge, type Judged, nextLook, toCount, type ToCount } from '@knockwire/domain/heartbeats/learned/judge'
import { learn } from '@knockwire/domain/heartbeats/learned/learn'
import type { Usual } from '@knockwire/domain/heartbeats/learned/usual'
import { hourMs } from '@knockwire/domain/heartbeats/learned/week-hours'
import { loadHistory } from '@knockwire/services/heartbeats/load-history'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { ClaimedHeartbeat } from '../heartbeat-rows.ts'
import { countRequests, type RequestCounts } from './learned-counts.ts'
import { missedInAbsences, type ShortWindow } from './own-absences.ts'

/** What has become of a heartbeat that expects what is usual. */
export interface LearnedTurn extends Judged {
  /** What is usual from now on, where it was learned again. */
  usual: Usual | null
}

/** Until the hour before a window is counted. */
const uncountedMs = 5000

const learnAgainMs = 24 * hourMs
/**
 * For so long one turn learns, whose locks others wait for; what is begun is ended. Each takes some tens of milliseconds, however many
 * requests came. The others are learned with a later look.
 */
const learnBudgetMs = 200

interface Looked {
  claimed: ClaimedHeartbeat
  watch: LearnedWatch
  span: ToCount | null
}

/** Decides the hours that are over of those heartbeats that expect what is usual: of each one hour. `budgetMs`: for so long it learns again. */
export const judgeLearned = async (
  client: pg.PoolClient,
  claimed: readonly ClaimedHeartbeat[],
  budgetMs = learnBudgetMs,
): Promise<ReadonlyMap<string, LearnedTurn>> => {
  const looked = claimed.flatMap((one): Looked[] => {
    if (one.expectation.mode !== 'LEARNED' || one.usual === null || one.isSuspended) return []
    const watch = { expectation: one.expectation, usual: one.usual }
    return [{ claimed: one, watch, span: toCount(one.heartbeat, watch, one.nowMs) }]
  })
  if (looked.length === 0) return new Map()
  const spans = looked.flatMap((one) =>
    one.span === null ? [] : [{ receiverId: one.claimed.receiverId, toCount: one.span }],
  )
  const counts = await countRequests(client, spans)
  const nowMs = Math.max(...looked.map(({ claimed: { nowMs: lookedAtMs } }) => lookedAtMs))
  const missed = await missedInAbsences(client, shortWindows(looked, counts), nowMs)
  const turns = new Map<string, LearnedTurn>()
  let isLearning = true
  let spentMs = 0
  for (const one of looked) {
    const { receiverId } = one.claimed
    const turn = turnOf(one, counts.get(receiverId), missed.has(receiverId))
    const isLearned = isLearning && isToBeLearned(one, turn)
    const startMs = performance.now()
    turns.set(receiverId, isLearned ? await learnAgain(client, one, turn) : turn)
    if (!isLearned) continue
    spentMs += performance.now() - startMs
    isLearning = spentMs < budgetMs
  }
  return turns
}

const unchanged = ({ claimed: { heartbeat } }: Looked, lookAtMs: number | null): LearnedTurn => ({
  heartbeat,
  events: [],
  lookAtMs,
  usual: null,
})

/** `isMissed`: that too few came in its window says nothing. */
const turnOf = (one: Looked, counts: RequestCounts | null | undefined, isMissed: boolean): LearnedTurn => {
  const { claimed, watch, span } = one
  const { heartbeat, nowMs, current } = claimed
  if (span === null) return unchanged(one, nextLook(heartbeat))
  if (counts === undefined || counts === null) return unchanged(one, nowMs + uncountedMs)
  const isUnknown = span.window !== null && (counts.received === null || isMissed)
  const received = counts.received ?? 0
  const lastReason = current?.change.reason ?? null
  return { ...judge(heartbeat, watch, { ...counts, received, span, isUnknown, lastReason, nowMs }), usual: null }
}

const shortWindows = (looked: readonly Looked[], counts: ReadonlyMap<string, RequestCounts | null>): ShortWindow[] =>
  looked.flatMap(({ claimed: { receiverId }, span }) => {
    const received = counts.get(receiverId)?.received ?? null
    if (span === null || span.window === null || received === null) return []
    const missing = span.window.window.lowest - received
    return missing > 0 ? [{ receiverId, fromMs: span.window.fromMs, untilMs: span.countUntilMs, missing }] : []
  })

/** Between two windows, once a day. */
const isToBeLearned = ({ claimed, watch }: Looked, { heartbeat, lookAtMs }: LearnedTurn) =>
  heartbeat.judgedUntilMs !== null &&
  heartbeat.judgedUntilMs > (claimed.heartbeat.judgedUntilMs ?? 0) &&
  (lookAtMs ?? 0) > claimed.nowMs &&
  claimed.nowMs - watch.usual.learnedAtMs >= learnAgainMs

/** What says nothing, as after a long silence, is not what is usual: then it stays as it was. */
const learnAgain = async (
  client: pg.PoolClient,
  { claimed, watch }: Looked,
  turn: LearnedTurn,
): Promise<LearnedTurn> => {
  const { receiverId, expectation, nowMs } = claimed
  const { history, isEnough } = await loadHistory(drizzle(client), receiverId, nowMs)
  const learned = learn(history, expectation, nowMs)
  const isKept = !isEnough || learned.windows.length === 0
  const usual = isKept ? { ...watch.usual, learnedAtMs: nowMs } : learned
  const { heartbeat } = turn
  const expected = expectUsual({ expectation, usual }, heartbeat.judgedUntilMs ?? nowMs, false)
  return { ...turn, heartbeat: { ...heartbeat, ...expected }, usual }
}
