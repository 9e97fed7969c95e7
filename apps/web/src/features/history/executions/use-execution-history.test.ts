import type { DeliveryMarkView } from '@knockwire/domain/history/history'
import { describe, expect, it } from 'vitest'
import { executionCursor } from './use-execution-history.ts'

const ended: Parameters<typeof executionCursor>[0][number] = { id: 'b', status: 'SUCCEEDED', notificationResults: [] }
const delivery = (status: DeliveryMarkView['status']): DeliveryMarkView => ({
  type: 'EMAIL',
  status,
  attempts: 1,
  deliveredAt: null,
})

const nowMs = Date.UTC(2030, 0, 1)

describe('The cursor of an execution history', () => {
  it('[AP-30, TH-41] is the newest run with its status', () => {
    expect(executionCursor([ended, { ...ended, id: 'a' }], nowMs)).toBe('b-SUCCEEDED')
    const told = { ...ended, notificationResults: [delivery('DELIVERED'), delivery('FAILED')] }
    expect(executionCursor([told], nowMs)).toBe('b-SUCCEEDED')
  })

  it.each(['QUEUED', 'RUNNING'] as const)('is undefined while an execution below the first is %s', (status) => {
    expect(executionCursor([ended, { ...ended, id: 'a', status }], nowMs)).toBeUndefined()
  })

  it('is undefined while a delivery is pending', () => {
    expect(
      executionCursor([ended, { ...ended, id: 'a', notificationResults: [delivery('PENDING')] }], nowMs),
    ).toBeUndefined()
  })

  it('is undefined while an SMS may still be reported as undelivered', () => {
    const text: DeliveryMarkView = { ...delivery('DELIVERED'), type: 'SMS', deliveredAt: new Date(nowMs).toISOString() }
    const told = { ...ended, notificationResults: [text] }
    expect(executionCursor([told], nowMs + 60_000)).toBeUndefined()
    expect(executionCursor([told], nowMs + 600_000)).toBe('b-SUCCEEDED')
  })

  it('is undefined where the browser has no execution', () => {
    expect(executionCursor([], nowMs)).toBeUndefined()
  })
})
