import type { ExecutionView } from '@knockwire/domain/executions/execution'

type Problem = ExecutionView['conditionProblems'][number]

/** The effect of a value that could not be read: a negated condition is met without it, so its notification was sent. */
export const conditionProblemMessage = (
  { notificationId, reason }: Problem,
  results: readonly Pick<ExecutionView['notificationResults'][number], 'notificationId'>[],
): string => {
  const isNotified = results.some((result) => result.notificationId === notificationId)
  const outcome = isNotified
    ? 'A notification was due although a value could not be read, which counted as null.'
    : 'A condition could not be decided.'
  return `${outcome} ${reason}`
}
