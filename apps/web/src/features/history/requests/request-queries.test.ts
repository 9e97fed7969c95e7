import type { DeliveryStatus } from '@knockwire/domain/notifications/delivery'
import type { ReceivedRequestRow } from '@knockwire/domain/receivers/receiver'
import { describe, expect, it } from 'vitest'
import { requestCursor } from './request-queries.ts'

const request = (id: string, ...statuses: DeliveryStatus[]): ReceivedRequestRow => ({
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
  notificationResults: statuses.map((status) => ({ type: 'EMAIL', status, attempts: 0, deliveredAt: null })),
})

describe('The cursor of a request history is', () => {
  const ended = [request('3'), request('2', 'DELIVERED'), request('1', 'FAILED', 'LIMIT_EXCEEDED')]

  it.each([
    ['the newest id, where no delivery is pending', ended, '3'],
    ['undefined where there is no request', [], undefined],
    ['undefined while a delivery is pending', [...ended, request('0', 'DELIVERED', 'PENDING')], undefined],
  ])('%s', (_what, known, top) => {
    expect(requestCursor(known)).toBe(top)
  })
})
