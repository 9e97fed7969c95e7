import type { Attempt } from './deliver/begin/begin-attempts.ts'

/** What a run's line is found by. */
export interface RunIds {
  executionId: string
  taskId: string
  accountId: string
}

/** These alone: what is given often holds the answer as well. */
export const runLogIds = ({ executionId, taskId, accountId }: RunIds): RunIds => ({ executionId, taskId, accountId })

export type Subject = Pick<Attempt, 'subjectId' | 'occasion' | 'taskId' | 'receiverId'>

/** What a delivery is about; a test is about nothing that happened. */
export const subjectLogIds = ({ subjectId, occasion, taskId, receiverId }: Subject): object => ({
  ...(occasion !== 'TEST' && (occasion === 'REQUEST' || receiverId !== null)
    ? { receivedRequestId: subjectId }
    : occasion !== 'TEST' && { executionId: subjectId }),
  ...(taskId !== null && { taskId }),
  ...(receiverId !== null && { receiverId }),
})

export const attemptLogFields = (attempt: Attempt): object => {
  const { deliveryId, accountId, type: channel, attempt: number } = attempt
  return { deliveryId, accountId, ...subjectLogIds(attempt), channel, attempt: number }
}
