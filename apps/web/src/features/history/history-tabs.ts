import { lazyPart } from '../../lib/lazy-part.ts'

/** A task's history, for its History tab. */
export const ExecutionHistory = lazyPart(
  async () => (await import('./executions/execution-history.tsx')).ExecutionHistory,
)

/** A receiver's history, for its History tab. */
export const RequestHistory = lazyPart(async () => (await import('./requests/request-history.tsx')).RequestHistory)
