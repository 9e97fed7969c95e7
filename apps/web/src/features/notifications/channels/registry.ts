import type { ChannelType } from '@knockwire/domain/channels/channel-types'
import type { Channel } from './channel.ts'
import { email } from './email/email.tsx'
import { http } from './http/http.tsx'
import { slack } from './slack/slack.tsx'
import { sms } from './sms/sms.tsx'

export const channels: Readonly<Record<ChannelType, Channel>> = {
  EMAIL: email,
  SMS: sms,
  SLACK: slack,
  HTTP: http,
}
