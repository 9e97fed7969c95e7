import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { feedOf } from './feed.ts'
import { prefetchHistory } from './prefetch-history.ts'
import { feedKey } from './use-feed.ts'

const page = { results: [], total: 0, page: 0, newest: null }
const owner = { kind: 'task', id: '01a2' } as const
const key = feedKey(owner, { page: 0, filters: {}, until: undefined })
const schema = async () => z.any()
const location = { pathname: '/dashboard/tasks', search: '' }
const fetched = vi.fn<(path: string) => Promise<Response>>(async () => Response.json(page))

let client: QueryClient
const prefetch = () => prefetchHistory(client, { owner, size: 10, schema })

beforeEach(() => {
  client = new QueryClient()
  Object.assign(location, { pathname: '/dashboard/tasks', search: '' })
  vi.stubGlobal('window', { location })
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  client.clear()
  fetched.mockClear()
  vi.unstubAllGlobals()
})

it('the newest rows are fetched, once however often the history is about to be opened', async () => {
  await Promise.all([prefetch(), prefetch()])
  await prefetch()
  expect(fetched.mock.calls.map(([path]) => path)).toEqual(['/api/v1/tasks/01a2/executions?page=0&size=10'])
  expect(client.getQueryData(key)).toEqual(feedOf(page))
})

it('rows that are cached stay as they are, however old: they may be read just now', async () => {
  client.setQueryData(key, { ...feedOf(page), waiting: 3 }, { updatedAt: Date.now() - 60_000 })
  await prefetch()
  expect(fetched).not.toHaveBeenCalled()
  expect(client.getQueryData(key)).toMatchObject({ waiting: 3 })
})

it('nothing is fetched ahead of a document whose address narrows the history down', async () => {
  Object.assign(location, { pathname: '/dashboard/tasks/01a2/executions', search: '?status=FAILED' })
  await prefetch()
  expect(fetched).not.toHaveBeenCalled()
})

it('a page that cannot be fetched is left to the history, which reports it', async () => {
  fetched.mockResolvedValueOnce(Response.json({}, { status: 503 }))
  await prefetch()
  expect(client.getQueryData(key)).toBeUndefined()
})
