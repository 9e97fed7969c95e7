import type { DeliveryView } from '@knockwire/domain/notifications/delivery'
import { describe, expect, it } from 'vitest'
import { pageTopObject } from './page-top-object.ts'

const ended: Parameters<typeof pageTopObject>[0][number] = { id: 'b', status: 'SUCCEEDED', notificationResults: [] }
const delivery = (status: DeliveryView['status']): DeliveryView => ({
  notificationId: 'n',
  type: 'EMAIL',
  recipient: 'ada@example.com',
  status,
  attempts: 1,
  error: null,
  deliveredAt: null,
  nextAttemptAt: null,
})

describe('what a poll of the history says that the browser has', () => {
  it('[AP-30, TH-41] is the newest run with its status', () => {
    expect(pageTopObject([ended, { ...ended, id: 'a' }])).toBe('b-SUCCEEDED')
    const told = { ...ended, notificationResults: [delivery('DELIVERED'), delivery('FAILED')] }
    expect(pageTopObject([told])).toBe('b-SUCCEEDED')
  })

  it.each(['QUEUED', 'RUNNING'] as const)('is nothing while a run below the first is %s', (status) => {
    expect(pageTopObject([ended, { ...ended, id: 'a', status }])).toBeUndefined()
  })

  it('is nothing while a notification is still to be delivered', () => {
    expect(pageTopObject([ended, { ...ended, id: 'a', notificationResults: [delivery('PENDING')] }])).toBeUndefined()
  })

  it('is nothing where the browser has nothing', () => {
    expect(pageTopObject([])).toBeUndefined()
  })
})
