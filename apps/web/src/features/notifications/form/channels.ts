import type { NotificationType } from '@knockwire/domain/notifications/delivery'
import { IconBrandSlack, IconMail, IconMessage, IconWebhook } from '@tabler/icons-react'

/** How each channel is called and drawn. */
export const channels = {
  EMAIL: { name: 'Email', recipient: 'Email address', icon: IconMail },
  SMS: { name: 'SMS', recipient: 'Phone number', icon: IconMessage },
  SLACK: { name: 'Slack', recipient: 'Slack channel', icon: IconBrandSlack },
  HTTP: { name: 'HTTP', recipient: 'URL', icon: IconWebhook },
} as const satisfies Record<NotificationType, unknown>
