import type { HeartbeatState } from './heartbeat-rules.ts'
import { type Heartbeat, shownState } from './machine/heartbeat-state.ts'

/** As it is shown, and since when: where it is late without a change, since its signal was expected. */
export const shownSince = (heartbeat: Heartbeat, nowMs: number): { state: HeartbeatState; sinceMs: number } => {
  const { sinceMs, expectedAtMs } = heartbeat
  const state = shownState(heartbeat, nowMs)
  return { state, sinceMs: state === heartbeat.state ? sinceMs : (expectedAtMs ?? sinceMs) }
}
