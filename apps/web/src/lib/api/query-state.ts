import type { Query } from '@tanstack/react-query'
import { useState } from 'react'
import { isStatus, retryAfterOf } from './api-error.ts'

/**
 * For `refetchInterval`: every so many milliseconds; where the server asked to wait longer, by a Retry-After, as long as
 * it said.
 */
export const refetchEvery =
  (ms: number) =>
  ({ state: { error } }: { state: Pick<Query['state'], 'error'> }): number =>
    Math.max(ms, (retryAfterOf(error) ?? 0) * 1000)

/** The server can't be reached, is busy, or is being restarted behind its proxy. */
const passing = [0, 429, 502, 503, 504]

/** Whether a poll goes on: nothing failed, or what did passes by itself. */
const isPassing = (error: unknown): boolean =>
  error === null || passing.some((status) => isStatus(error, status)) || retryAfterOf(error) !== undefined

/**
 * For `refetchInterval` of what comes to an end, such as a test: every so many milliseconds until it has. It ends also where it
 * cannot be read, which `unreadOf` tells.
 */
export const pollUntil =
  <T>(ms: number, hasEnded: (data: T | undefined) => boolean) =>
  (query: { state: { data: T | undefined; error: Error | null } }): number | false => {
    const { data, error } = query.state
    return isPassing(error) && !hasEnded(data) && refetchEvery(ms)({ state: { error } })
  }

/** Why what is polled cannot be read, and how to ask for it again; null while it can. */
export const unreadOf = ({ error, refetch }: { error: Error | null; refetch: () => Promise<unknown> }) =>
  isPassing(error) ? null : { error, onRetry: () => void refetch() }

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
