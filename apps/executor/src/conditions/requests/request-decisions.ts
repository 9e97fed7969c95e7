import type { ExecutorContext } from '../../context.ts'
import { decideRequests, failOldest, type RequestTools } from './decide-requests.ts'
import { type DecisionLoop, startDecisionLoop } from './decision-loop.ts'
import { findCandidates, releaseLeases } from './undecided-rows.ts'

export interface RequestDecisionsOptions {
  context: RequestTools & Pick<ExecutorContext, 'log' | 'onError'>
  /** Deliveries may have been queued. */
  wakeDeliveries: () => void
}

/** Decides the conditions of receivers' notifications on the requests that were recorded. */
export const startRequestDecisions = ({ context, wakeDeliveries }: RequestDecisionsOptions): DecisionLoop => {
  const { pool } = context.database
  return startDecisionLoop(context, {
    findCandidates: () => findCandidates(pool),
    decide: (candidate) => decideRequests(candidate, context),
    failOldest: (candidate) => failOldest(candidate, context),
    releaseLeases: (receiverIds) => releaseLeases(pool, receiverIds),
    onDecided: wakeDeliveries,
  })
}
