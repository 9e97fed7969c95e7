import type { ExecutionView } from '@knockwire/domain/executions/execution'

type Problem = ExecutionView['conditionProblems'][number]

/** What a value that could not be read has come to: a negation holds without it, and was told. */
export const conditionProblemWords = (
  { notificationId, reason }: Problem,
  results: readonly Pick<ExecutionView['notificationResults'][number], 'notificationId'>[],
): string => {
  const isTold = results.some((result) => result.notificationId === notificationId)
  const outcome = isTold
    ? 'A notification was due although a value could not be read, which counted as null.'
    : 'A condition could not be decided.'
  return `${outcome} ${reason}`
}
