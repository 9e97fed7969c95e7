import { setTimeout as delay } from 'node:timers/promises'
import { forward, type Forwarded, type Received, type Target } from './forward.ts'

const firstRetryMs = 250
const longestRetryMs = 3000

export interface Delivered {
  startedAt: string
  outcome: Exclude<Forwarded, { kind: 'away' }>
}

/** Forwards, as often as it takes until the target is there. Null where it was stopped before that. */
export async function deliver(
  received: Received,
  target: Target,
  { signal, onAway }: { signal: AbortSignal; onAway: (error: string) => void },
): Promise<Delivered | null> {
  // What has begun is ended: only waiting for the target is given up.
  for (let tries = 0; !signal.aborted; tries += 1) {
    const startedAt = new Date().toISOString()
    const outcome = await forward(received, target)
    if (outcome.kind !== 'away') return { startedAt, outcome }
    if (tries === 0) onAway(outcome.error)
    await delay(Math.min(longestRetryMs, firstRetryMs * 2 ** tries), undefined, { signal }).catch(() => {})
  }
  return null
}
