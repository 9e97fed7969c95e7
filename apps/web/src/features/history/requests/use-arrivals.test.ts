import type { ReceivedRequestRow } from '@knockwire/domain/receivers/receiver'
import { describe, expect, it } from 'vitest'
import type { HistoryPage } from '../poll-with-cursor.ts'
import { newerThan } from './use-arrivals.ts'

const request = (id: string): ReceivedRequestRow => ({
  id,
  receiverId: 'r',
  createdAt: '2026-01-01T00:00:00.000Z',
  httpMethod: 'POST',
  target: '/',
  contentType: null,
  requestBytes: 0,
  event: null,
  responseCode: 200,
  remoteAddress: '203.0.113.7',
  hasErrors: false,
  notificationResults: [],
})

const page = (number: number, ...ids: string[]): HistoryPage<ReceivedRequestRow> => ({
  page: number,
  total: 50,
  results: ids.map(request),
})

describe('The requests that just arrived are', () => {
  it.each([
    ['what stands above the newest that was known', page(0, '2', '1'), page(0, '4', '3', '2', '1'), ['4', '3']],
    ['the first of all', page(0), page(0, '1'), ['1']],
    ['nothing where nothing was known', undefined, page(0, '2', '1'), []],
    ['nothing where the newest was deleted', page(0, '3', '2'), page(0, '2', '1'), []],
    ['nothing where a page was turned', page(1, '2', '1'), page(0, '4', '3'), []],
    ['nothing where older ones move on to a later page', page(1, '2', '1'), page(1, '3', '2'), []],
  ])('%s', (_what, before, after, arrived) => {
    expect([...newerThan(before, after)]).toEqual(arrived)
  })
})
