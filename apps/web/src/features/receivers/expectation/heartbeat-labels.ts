import type { Expectation } from '@knockwire/domain/heartbeats/expectation'
import type { HeartbeatState } from '@knockwire/domain/heartbeats/heartbeat-rules'
import type { Tone } from '../../../components/ui/feedback/status-dot.tsx'

/** How each state of a heartbeat is shown. */
export const heartbeatLabels: Readonly<Record<HeartbeatState, { label: string; tone: Tone }>> = {
  NEW: { label: 'No call yet', tone: 'idle' },
  UP: { label: 'Up', tone: 'ok' },
  RUNNING: { label: 'Running', tone: 'busy' },
  LATE: { label: 'Late', tone: 'warn' },
  DOWN: { label: 'Down', tone: 'bad' },
  PAUSED: { label: 'Paused', tone: 'idle' },
}

/** Its requests come, and no hour of them is over. */
const notCounted = { label: 'Not counted yet', tone: 'idle' } as const

/** How the state of a receiver's heartbeat is shown: requests that are counted by the hour are no calls that are waited for. */
export const heartbeatLabel = (state: HeartbeatState, expectation: Pick<Expectation, 'mode'> | null) =>
  state === 'NEW' && expectation?.mode === 'LEARNED' ? notCounted : heartbeatLabels[state]

/** How the state is shown that a change led to: it depends on nothing that its receiver expects today. */
export const changeLabel = (state: HeartbeatState) =>
  state === 'NEW' ? ({ label: 'Not known yet', tone: 'idle' } as const) : heartbeatLabels[state]
