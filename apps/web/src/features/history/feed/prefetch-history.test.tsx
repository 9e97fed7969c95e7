import type { ExecutionPage } from '@knockwire/domain/executions/execution'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it } from 'vitest'
import { schemaOf } from '../../../lib/api/schemas.ts'
import { idOf } from '../../../testing/builders/ids.ts'
import { rejected, server } from '../../../testing/network.ts'
import { feedOf } from './feed.ts'
import { prefetchHistory } from './prefetch-history.ts'
import { feedKey } from './use-feed.ts'

const empty: ExecutionPage = {
  results: [],
  total: 0,
  page: 0,
  newest: null,
  hasNewItem: false,
  newer: 0,
  isActive: true,
}
const owner = { kind: 'task', id: idOf('task', 1) } as const
const key = feedKey(owner, { page: 0, filters: {}, until: undefined })

let client: QueryClient
const prefetch = () => prefetchHistory(client, { owner, size: 10, schema: schemaOf('ExecutionPage') })
const calls = () => server.calls('get', /\/executions$/)

beforeEach(() => {
  client = new QueryClient()
  server.get('/tasks/:id/executions', 'ExecutionPage', () => empty)
})

it('the newest rows are fetched, once however often the history is about to be opened', async () => {
  await Promise.all([prefetch(), prefetch()])
  await prefetch()
  expect(calls().map(({ path, query }) => `${path}?${query.toString()}`)).toEqual([
    `/tasks/${owner.id}/executions?page=0&size=10`,
  ])
  expect(client.getQueryData(key)).toEqual(feedOf(empty))
})

it('rows that are cached stay as they are, however old: they may be read just now', async () => {
  client.setQueryData(key, { ...feedOf(empty), waiting: 3 }, { updatedAt: Date.now() - 60_000 })
  await prefetch()
  expect(calls()).toEqual([])
  expect(client.getQueryData(key)).toMatchObject({ waiting: 3 })
})

it('nothing is fetched ahead of a document whose address narrows the history down', async () => {
  window.history.replaceState(null, '', `/dashboard/tasks/${owner.id}/executions?status=FAILED`)
  await prefetch()
  expect(calls()).toEqual([])
})

it('a page that cannot be fetched is left to the history, which reports it', async () => {
  server.get('/tasks/:id/executions', 'ExecutionPage', () => rejected(503, 'UNAVAILABLE'))
  await prefetch()
  expect(client.getQueryData(key)).toBeUndefined()
})
