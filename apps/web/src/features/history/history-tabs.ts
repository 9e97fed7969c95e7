import { lazyPart } from '../../lib/navigation/lazy-part.ts'

/** With what prefetches it. */
export const loadExecutionHistory = () => import('./executions/execution-history.tsx')

/** With what prefetches it. */
export const loadRequestHistory = () => import('./requests/request-history.tsx')

/** A task's history, for its History tab. */
export const ExecutionHistory = lazyPart(async () => (await loadExecutionHistory()).ExecutionHistory)

/** A receiver's history, for its History tab. */
export const RequestHistory = lazyPart(async () => (await loadRequestHistory()).RequestHistory)
