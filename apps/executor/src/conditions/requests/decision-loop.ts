import { createWakeableTimer } from '@knockwire/queue/wakeable-timer'
import type { ExecutorContext } from '../../context.ts'

/** A receiver of which something waits to be decided. */
export interface Candidate {
  receiverId: string
  accountId: string
}

/** What waits, and how it is decided. */
export interface DecisionLine {
  findCandidates: () => Promise<Candidate[]>
  /** Some of the oldest of a receiver. */
  decide: (candidate: Candidate) => Promise<void>
  /** The oldest of a receiver fails again and again: it is decided without what cannot be read. */
  failOldest: (candidate: Candidate) => Promise<void>
  /** For other processes to take at once. */
  releaseLeases: (receiverIds: readonly string[]) => Promise<void>
  /** Something has been decided. */
  onDecided: () => void
}

export interface DecisionLoop {
  /** Something has been recorded that waits to be decided. */
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

/** Decides what waits: that of a receiver one after the other, and receivers in turn, so that one that is flooded does not keep the others waiting. */
export const startDecisionLoop = (
  { sandbox, log, onError }: Pick<ExecutorContext, 'sandbox' | 'log' | 'onError'>,
  line: DecisionLine,
): DecisionLoop => {
  const timer = createWakeableTimer()
  const inFlight = new Map<string, Candidate>()
  const failures = new Map<string, { count: number; againAtMs: number }>()
  /** Receivers that wait, with when their turn was, counted up. */
  let turns = new Map<string, number>()
  let turn = 0

  const work = async (candidate: Candidate) => {
    const { receiverId } = candidate
    try {
      await line.decide(candidate)
      failures.delete(receiverId)
      line.onDecided()
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
    await line.releaseLeases([receiverId])
    if (count < maxFailures) return
    await line.failOldest(candidate)
    failures.delete(receiverId)
    line.onDecided()
  }
  const isPenalised = ({ accountId }: Candidate) => sandbox.isPenalised(accountId)
  const isReady = ({ receiverId }: Candidate) =>
    !inFlight.has(receiverId) && (failures.get(receiverId)?.againAtMs ?? 0) <= performance.now()
  const take = async () => {
    const waiting = await line.findCandidates()
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
      if (receiverIds.length > 0) await line.releaseLeases(receiverIds).catch(onError)
    },
  }
}
