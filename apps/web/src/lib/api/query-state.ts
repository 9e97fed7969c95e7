import type { Query } from '@tanstack/react-query'
import { useState } from 'react'
import { retryAfterOf } from './api-error.ts'

/**
 * For `refetchInterval`: every so many milliseconds; where the server asked to wait longer, by a Retry-After, as long as
 * it said.
 */
export const refetchEvery =
  (ms: number) =>
  ({ state: { error } }: Pick<Query, 'state'>): number =>
    Math.max(ms, (retryAfterOf(error) ?? 0) * 1000)

/**
 * Whether a query has been answered once, or has failed: what waits for it waits no longer, though it is retried. One that is
 * fetched again after it has failed is pending again: what was shown once stays.
 */
export function useHasSettled({ isPending, failureCount }: { isPending: boolean; failureCount: number }): boolean {
  const [hadSettled, setHadSettled] = useState(false)
  const hasSettled = hadSettled || !isPending || failureCount > 0
  if (hasSettled && !hadSettled) setHadSettled(true)
  return hasSettled
}
