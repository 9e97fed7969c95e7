/**
 * SUCCEEDED: a response below 400. HTTP_ERROR: one from 400 on. FAILED: none came, or the request could not be made.
 * INCONCLUSIVE: the run says nothing about the target, because of a fault or a network outage on our side.
 */
export const historyResults = ['QUEUED', 'RUNNING', 'SUCCEEDED', 'HTTP_ERROR', 'FAILED', 'INCONCLUSIVE'] as const
