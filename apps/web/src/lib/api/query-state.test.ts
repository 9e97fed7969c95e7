import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { ApiError, readApiError } from './api-error.ts'
import { pollUntil, refetchEvery } from './query-state.ts'

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

it.each([0, 429, 502, 503, 504])('a poll goes on after status %i, which passes by itself', (status) => {
  const error = new ApiError({ status, code: 'UNAVAILABLE', message: 'No.' })
  expect(pollUntil<boolean>(1000, (hasEnded) => hasEnded === true)({ state: { data: false, error } })).toBe(1000)
})

it.each([400, 404, 500])('a poll ends after status %i', (status) => {
  const error = new ApiError({ status, code: 'INTERNAL', message: 'No.' })
  expect(pollUntil<boolean>(1000, (hasEnded) => hasEnded === true)({ state: { data: false, error } })).toBe(false)
})
