/** How long a task may wait for its completion, in seconds: up to a week. */
export const shortestCompletionSeconds = 10
export const longestCompletionSeconds = 7 * 86_400

/** The header with the address that completes an execution. */
export const completionHeader = 'Knockwire-Complete'

/** How a task asks that its execution be completed later; null: an execution ends with its response. */
export interface Completion {
  withinSeconds: number
}

/** Whether a response means that the target has accepted the work, and will say how it ended. */
export const isAccepted = (statusCode: number): boolean => statusCode >= 200 && statusCode < 300
