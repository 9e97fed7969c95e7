/** SUCCEEDED: an answer below 400. HTTP_ERROR: one from 400 on. FAILED: none came, or it could not be made. */
export const historyResults = ['QUEUED', 'RUNNING', 'SUCCEEDED', 'HTTP_ERROR', 'FAILED'] as const
