import type { HeartbeatState } from '@knockwire/domain/heartbeats/heartbeat-rules'
import type { Tone } from '../../../components/ui/feedback/status-dot.tsx'

/** How each state of a heartbeat is shown. */
export const heartbeatLabels: Readonly<Record<HeartbeatState, { label: string; tone: Tone }>> = {
  NEW: { label: 'No signal yet', tone: 'idle' },
  UP: { label: 'Up', tone: 'ok' },
  RUNNING: { label: 'Running', tone: 'busy' },
  LATE: { label: 'Late', tone: 'warn' },
  DOWN: { label: 'Down', tone: 'bad' },
  PAUSED: { label: 'Paused', tone: 'idle' },
}
