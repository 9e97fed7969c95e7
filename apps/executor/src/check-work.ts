import type { Database } from '@knockwire/db/client'
import { checkReadiness, type Readiness } from '@knockwire/db/readiness'
import { oldestPendingSince, type PendingWork } from '@knockwire/queue/batcher'

interface Work {
  database: { db: Database }
  /** When dispatch ran last, in epoch milliseconds. */
  lastDispatchAtMs: () => number
  /** What writes runs and deliveries. */
  writers: readonly PendingWork[]
  stalledMs?: number
}

/** Dispatch runs at least every few seconds; where it has not for so long, something is wrong. */
const recentMs = 20_000

/** Nothing that is to be written waits for so long while work moves. */
const defaultStalledMs = 30_000

/** Whether the executor does its work: its database answers, dispatch runs, and what runs have given is written. */
export const checkWork = async ({ stalledMs = defaultStalledMs, ...work }: Work): Promise<Readiness> => {
  const state = await checkReadiness(work.database.db)
  if (!state.isReady) return state
  if (Date.now() - work.lastDispatchAtMs() >= recentMs)
    return { isReady: false, reason: 'Dispatch has not run lately.' }
  const since = oldestPendingSince(work.writers)
  const waitedMs = since === null ? 0 : performance.now() - since
  if (waitedMs < stalledMs) return state
  const seconds = Math.round(waitedMs / 1000)
  return { isReady: false, reason: `Work does not move: the oldest has waited ${seconds} seconds to be written.` }
}
