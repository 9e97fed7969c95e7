import { QueryClient } from '@tanstack/react-query'
import { ApiError, retryAfterOf } from './api-error.ts'

/**
 * A rejection is final; only a call that did not get through, or failed on the server, is retried, unless the server asked
 * to wait.
 */
const shouldRetry = (failures: number, error: unknown): boolean =>
  failures < 2 &&
  error instanceof ApiError &&
  error.retryAfter === undefined &&
  (error.status === 0 || error.status >= 500)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 2_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: ({ state }) => retryAfterOf(state.error) === undefined,
      retry: shouldRetry,
    },
    // A mutation that cannot be sent fails at once with a message, instead of waiting silently for the network.
    mutations: { retry: false, networkMode: 'always' },
  },
})
