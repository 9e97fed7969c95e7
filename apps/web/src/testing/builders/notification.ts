import type { DeliveryView } from '@knockwire/domain/notifications/deliveries/delivery'
import type { NotificationView } from '@knockwire/domain/notifications/notification'
import { defaultFiring } from '@knockwire/domain/notifications/firing-rules'
import { idOf } from './ids.ts'
import { minutesAgo } from './times.ts'

/** By email, of each response that is not 200. */
export const notification = (more: Partial<NotificationView> = {}): NotificationView => ({
  id: idOf('notification', 1),
  version: 1,
  type: 'EMAIL',
  taskId: idOf('task', 1),
  key: null,
  condition: {
    source: 'response_code',
    property: '',
    comparison: 'number_not_equal_to',
    rightValue: 200,
    advancedCondition: null,
  },
  firing: defaultFiring,
  recipient: 'ada@example.com',
  emailSetting: { address: 'ada@example.com', subject: 'Tea', template: 'It is out.' },
  mute: null,
  createdAt: minutesAgo(500),
  ...more,
})

export const delivery = (more: Partial<DeliveryView> = {}): DeliveryView => ({
  id: idOf('other', 1),
  notificationId: idOf('notification', 1),
  type: 'EMAIL',
  recipient: 'ada@example.com',
  condition: 'Status code is not 200',
  status: 'DELIVERED',
  attempts: 1,
  error: null,
  response: null,
  joinedTo: null,
  deliveredAt: minutesAgo(1),
  nextAttemptAt: null,
  ...more,
})
