import { fromBase62, toBase62 } from '../text/base62.ts'

/** Where the dashboard shows an execution. */
export const executionPath = (taskId: string, executionId: string): string =>
  `/dashboard/tasks/${taskId}/executions/${executionId}`

/** A path that leads to the same page with 47 characters in place of 101: a text message has 160. */
export const shortExecutionPath = (taskId: string, executionId: string): string =>
  `/e/${toBase62(taskId)}${toBase62(executionId)}`

/** The path that a short one stands for; null where it stands for none. */
export function executionPathOf(shortPath: string): string | null {
  const [, task, execution] = /^\/e\/([\dA-Za-z]{22})([\dA-Za-z]{22})$/.exec(shortPath) ?? []
  const taskId = fromBase62(task ?? '')
  const executionId = fromBase62(execution ?? '')
  return taskId === null || executionId === null ? null : executionPath(taskId, executionId)
}
