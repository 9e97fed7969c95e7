import type { ChannelDefinition } from './channel.ts'
import { email } from './email/email.ts'
import { http } from './http/http.ts'
import { slack } from './slack/slack.ts'
import { sms } from './sms/sms.ts'

/** Every channel by its type. Their order is that of menus. */
export const channels = {
  EMAIL: email,
  SMS: sms,
  SLACK: slack,
  HTTP: http,
} as const satisfies Record<string, ChannelDefinition>
