import type { Query } from '@tanstack/react-query'
import { retryAfterOf } from './api-error.ts'

/**
 * For `refetchInterval`: every so many milliseconds; where the server asked to wait longer, by a Retry-After, as long as
 * it said.
 */
export const refetchEvery =
  (ms: number) =>
  ({ state: { error } }: Pick<Query, 'state'>): number =>
    Math.max(ms, (retryAfterOf(error) ?? 0) * 1000)

/** Whether a query has been answered once, or has failed: what waits for it waits no longer, though it is retried. */
export const hasSettled = ({ isPending, failureCount }: { isPending: boolean; failureCount: number }): boolean =>
  !isPending || failureCount > 0
