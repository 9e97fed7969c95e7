import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { ApiError, readApiError } from './api-error.ts'
import { refetchEvery } from './query-state.ts'

const after = (error: Error | null) => {
  const client = new QueryClient()
  const query = client.getQueryCache().build(client, { queryKey: ['health'] })
  query.setState({ error })
  return refetchEvery(5_000)(query)
}

it('what is fetched every so often waits as long as a Retry-After asks for, and never shorter than else', () => {
  expect(after(null)).toBe(5_000)
  expect(after(readApiError(429, {}, '30'))).toBe(30_000)
  expect(after(readApiError(503, {}, '2'))).toBe(5_000)
  expect(after(readApiError(500, {}, null))).toBe(5_000)
  expect(after(new ApiError({ status: 0, code: 'UNAVAILABLE', message: 'No.' }))).toBe(5_000)
})
