import { createWakeableTimer } from '@knockwire/queue/wakeable-timer'
import type { ExecutorContext } from '../../context.ts'
import { decideRequests, failOldest, type RequestTools } from './decide-requests.ts'
import { type Candidate, findCandidates, releaseLeases } from './undecided-rows.ts'

export interface RequestDecisionsOptions {
  context: RequestTools & Pick<ExecutorContext, 'log' | 'onError'>
  /** Deliveries may have been queued. */
  wakeDeliveries: () => void
}

export interface RequestDecisions {
  /** Requests have been recorded that wait to be decided. */
  wake: () => void
  /** Takes no more, and gives back what is not decided. */
  stop: () => Promise<void>
}

/** Receivers at once, one batch of each. */
const concurrency = 4
/** Of accounts whose jobs wait in the penalised queue, so that they leave room for others. */
const penalisedAtOnce = 2
/** What nothing announced, such as what another executor left behind, is found by looking. */
const pollMs = 2000
const leastWaitMs = 10
const waitAfterFailureMs = 1000
const maxFailures = 10

/**
 * Decides the conditions of receivers' notifications on the requests that were recorded: those of a receiver one after the
 * other, and receivers in turn, so that one that is flooded does not keep the others waiting.
 */
export const startRequestDecisions = ({ context, wakeDeliveries }: RequestDecisionsOptions): RequestDecisions => {
  const { database, sandbox, log, onError } = context
  const { pool } = database
  const timer = createWakeableTimer()
  const inFlight = new Map<string, Candidate>()
  const failures = new Map<string, { count: number; againAtMs: number }>()
  /** Receivers that wait, with when their turn was, counted up. */
  let turns = new Map<string, number>()
  let turn = 0

  const work = async (candidate: Candidate) => {
    const { receiverId } = candidate
    try {
      await decideRequests(candidate, context)
      failures.delete(receiverId)
      wakeDeliveries()
    } catch (error) {
      await onFailed(candidate, error).catch(onError)
    } finally {
      inFlight.delete(receiverId)
      timer.wake()
    }
  }
  const onFailed = async (candidate: Candidate, error: unknown) => {
    const { receiverId, accountId } = candidate
    const count = (failures.get(receiverId)?.count ?? 0) + 1
    failures.set(receiverId, { count, againAtMs: performance.now() + waitAfterFailureMs })
    log.error({ receiverId, accountId, count, err: error }, 'conditions on received requests cannot be decided')
    await releaseLeases(pool, [receiverId])
    if (count < maxFailures) return
    await failOldest(candidate, context)
    failures.delete(receiverId)
    wakeDeliveries()
  }
  const isPenalised = ({ accountId }: Candidate) => sandbox.isPenalised(accountId)
  const isReady = ({ receiverId }: Candidate) =>
    !inFlight.has(receiverId) && (failures.get(receiverId)?.againAtMs ?? 0) <= performance.now()
  const take = async () => {
    const waiting = await findCandidates(pool)
    turns = new Map(waiting.map(({ receiverId }) => [receiverId, turns.get(receiverId) ?? 0]))
    const ready = waiting
      .filter(isReady)
      .toSorted((a, b) => (turns.get(a.receiverId) ?? 0) - (turns.get(b.receiverId) ?? 0))
    const room = Math.max(0, penalisedAtOnce - [...inFlight.values()].filter(isPenalised).length)
    const others = ready.filter((candidate) => !isPenalised(candidate))
    const chosen = [...others, ...ready.filter(isPenalised).slice(0, room)].slice(0, concurrency - inFlight.size)
    for (const candidate of chosen) {
      inFlight.set(candidate.receiverId, candidate)
      turns.set(candidate.receiverId, (turn += 1))
      void work(candidate)
    }
  }
  const loop = async () => {
    while (!timer.isStopped()) {
      if (inFlight.size < concurrency) await take().catch(onError)
      await timer.sleep(pollMs, leastWaitMs)
    }
  }
  const ended = loop()
  return {
    wake: timer.wake,
    stop: async () => {
      timer.stop()
      await ended
      const receiverIds = [...inFlight.keys()]
      if (receiverIds.length > 0) await releaseLeases(pool, receiverIds).catch(onError)
    },
  }
}
