import type { ExecutionView } from '@knockwire/domain/executions/execution'
import { mayStillChange } from '@knockwire/domain/notifications/may-still-change'

type Shown = Pick<ExecutionView, 'id' | 'status' | 'notificationResults'>

const mayChange = ({ status, notificationResults }: Shown, nowMs: number) =>
  status === 'QUEUED' || status === 'RUNNING' || notificationResults.some((result) => mayStillChange(result, nowMs))

/** Identifies the newest execution the browser has, unless one that is shown may still change: then the page is fetched whole. */
export const executionCursor = (shown: readonly Shown[], nowMs: number): string | undefined => {
  const [top] = shown
  return top === undefined || shown.some((run) => mayChange(run, nowMs)) ? undefined : `${top.id}-${top.status}`
}
