import { expect, it } from 'vitest'
import { DeliveryMarkView, embeddedPageOf, historyPageOf } from './history/history.ts'
import { Id } from './id.ts'
import { countsBy } from './page.ts'
import { ReceivedRequestRow, ReceiverDraftList } from './receivers/receiver.ts'
import { TaskHealth } from './tasks/task-health.ts'

const id = '0190a2c0-0000-7000-8000-000000000001'
const page = { results: [id], total: 1, page: 0, newest: id }

it('a page of a history has its items, and says what is newer', () => {
  const historyPage = { ...page, hasNewItem: true, newer: 2, isActive: false }
  expect(historyPageOf(Id).parse(historyPage)).toEqual(historyPage)
  expect(historyPageOf(Id).safeParse({ ...historyPage, results: ['x'] }).success).toBe(false)
  expect(embeddedPageOf(Id).parse(page)).toEqual(page)
  expect(embeddedPageOf(Id).safeParse({ ...page, results: ['x'] }).success).toBe(false)
})

it('the counts of a page are whole numbers, one for each key', () => {
  const counts = countsBy(['ACTIVE', 'DISABLED'])
  expect(counts.parse({ ACTIVE: 1, DISABLED: 0 })).toEqual({ ACTIVE: 1, DISABLED: 0 })
  expect(counts.safeParse({ ACTIVE: 1 }).success).toBe(false)
  expect(counts.safeParse({ ACTIVE: 1, DISABLED: 0.5 }).success).toBe(false)
})

it('a row of a history has what its view says, and neither headers nor bodies', () => {
  expect(Object.keys(DeliveryMarkView.shape).toSorted()).toEqual(['attempts', 'deliveredAt', 'status', 'type'])
  expect(Object.keys(ReceivedRequestRow.shape).toSorted()).toEqual([
    'contentType',
    'createdAt',
    'event',
    'hasErrors',
    'httpMethod',
    'id',
    'notificationResults',
    'receiverId',
    'remoteAddress',
    'requestBytes',
    'responseCode',
    'signal',
    'target',
  ])
  expect(Object.keys(ReceiverDraftList.shape.results.element.shape).toSorted()).toEqual(['id', 'name', 'updatedAt'])
  expect(Object.keys(TaskHealth.shape.failing.unwrap().shape).toSorted()).toEqual([
    'failures',
    'failuresUntilDeactivation',
    'firstRunId',
    'lastSuccess',
    'runs',
    'since',
  ])
})
