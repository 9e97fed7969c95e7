import type { ExecutionView } from '@knockwire/domain/executions/execution'

type Shown = Pick<ExecutionView, 'id' | 'status' | 'notificationResults'>

const mayChange = ({ status, notificationResults }: Shown) =>
  status === 'QUEUED' || status === 'RUNNING' || notificationResults.some((result) => result.status === 'PENDING')

/** Names the newest run that the browser has, unless one that is shown may still change: then the page is asked for whole. */
export const pageTopObject = (shown: readonly Shown[]): string | undefined => {
  const [top] = shown
  return top === undefined || shown.some(mayChange) ? undefined : `${top.id}-${top.status}`
}
