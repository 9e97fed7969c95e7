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
