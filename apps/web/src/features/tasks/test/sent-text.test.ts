import type { DeliveryView } from '@knockwire/domain/notifications/deliveries/delivery'
import { expect, it } from 'vitest'
import { sentTexts } from './sent-text.ts'
import { isBeingSent } from './use-task-test.ts'

const result = (status: DeliveryView['status'], changes: Partial<DeliveryView> = {}): DeliveryView => ({
  id: 'd',
  notificationId: 'n',
  type: 'EMAIL',
  recipient: 'ada@example.com',
  condition: null,
  status,
  attempts: 1,
  error: null,
  response: null,
  joinedTo: null,
  deliveredAt: null,
  nextAttemptAt: null,
  ...changes,
})

it('a test says of each notification what became of it, and calls sent only what was delivered', () => {
  expect(sentTexts([])).toEqual(['No notification was sent: no condition is met.'])
  const sms = { type: 'SMS', recipient: '+16045550199' } as const
  expect(
    sentTexts([
      result('DELIVERED'),
      result('MUTED', sms),
      result('DELIVERED', sms),
      result('LIMIT_EXCEEDED'),
      result('FAILED', { error: 'The address does not exist.' }),
      result('PENDING', { attempts: 0 }),
      result('PENDING', { nextAttemptAt: '2026-11-22T04:31:20Z', ...sms }),
    ]),
  ).toEqual([
    'Notifications sent: Email to ada@example.com, SMS to +16045550199',
    'Sending: Email to ada@example.com',
    'Not sent yet, and tried again later: SMS to +16045550199',
    'Could not be sent: Email to ada@example.com (The address does not exist.)',
    'Not sent because your plan’s limit is reached: Email to ada@example.com',
    'Not sent because the notification is muted: SMS to +16045550199',
  ])
})

it('a notification is being sent until it ends or waits for another attempt', () => {
  expect(isBeingSent(result('PENDING'))).toBe(true)
  expect(isBeingSent(result('PENDING', { nextAttemptAt: '2026-11-22T04:31:20Z' }))).toBe(false)
  expect(isBeingSent(result('DELIVERED'))).toBe(false)
})
