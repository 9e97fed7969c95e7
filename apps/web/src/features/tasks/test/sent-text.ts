import { channels } from '@knockwire/domain/channels/registry'
import type { DeliveryView } from '@knockwire/domain/notifications/deliveries/delivery'
import { hasPlans } from '../../../lib/session/instance.ts'
import { isBeingSent } from './use-task-test.ts'

const groups: readonly [label: string, isIn: (result: DeliveryView) => boolean][] = [
  ['Notifications sent', ({ status }) => status === 'DELIVERED'],
  ['Sending', isBeingSent],
  [
    'Not sent yet, and tried again later',
    ({ status, nextAttemptAt }) => status === 'PENDING' && nextAttemptAt !== null,
  ],
  ['Could not be sent', ({ status }) => status === 'FAILED'],
  [
    `Not sent because ${hasPlans ? 'your plan’s' : 'your account’s'} limit is reached`,
    ({ status }) => status === 'LIMIT_EXCEEDED',
  ],
  ['Not sent because the notification is muted', ({ status }) => status === 'MUTED'],
]

const recipientText = ({ type, recipient, status, error }: DeliveryView) =>
  `${channels[type].label} to ${recipient}${status === 'FAILED' && error !== null ? ` (${error})` : ''}`

/** What became of the notifications of a test that sends them, a text for each kind of result. */
export const sentTexts = (results: readonly DeliveryView[]): string[] => {
  if (results.length === 0) return ['No notification was sent: no condition is met.']
  return groups.flatMap(([label, isIn]) => {
    const found = results.filter(isIn)
    return found.length === 0 ? [] : [`${label}: ${found.map(recipientText).join(', ')}`]
  })
}
