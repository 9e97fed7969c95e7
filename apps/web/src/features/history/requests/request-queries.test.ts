import type { DeliveryStatus } from '@knockwire/domain/notifications/delivery'
import type { ReceivedRequestView } from '@knockwire/domain/receivers/receiver'
import { describe, expect, it } from 'vitest'
import { requestCursor } from './request-queries.ts'

const request = (id: string, ...statuses: DeliveryStatus[]): ReceivedRequestView => ({
  id,
  receiverId: 'r',
  createdAt: '2026-01-01T00:00:00.000Z',
  httpMethod: 'GET',
  url: 'https://in.example/r/token',
  responseCode: 200,
  remoteAddress: '203.0.113.7',
  requestHeaders: [],
  requestBody: { encoding: 'text', content: '', bytes: 0, isLeftOut: false },
  responseHeaders: [],
  responseBody: { encoding: 'text', content: '', bytes: 0, isLeftOut: false },
  isResponseTruncated: false,
  errors: [],
  notificationResults: statuses.map((status, index) => ({
    notificationId: `n${index}`,
    type: 'EMAIL',
    recipient: 'ada@example.com',
    status,
    attempts: 0,
    error: null,
    deliveredAt: null,
    nextAttemptAt: null,
  })),
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
