import type { NotificationType } from '@knockwire/domain/notifications/deliveries/delivery'
import type { Channel, SettingOf } from './channel.ts'
import { email } from './email/email.ts'
import { http } from './http/http.ts'
import { slack } from './slack/slack.ts'
import { sms } from './sms/sms.ts'

/** What each channel does; adding one is a folder and a line here. */
export const channels: { [T in NotificationType]: Channel<SettingOf<T>> } = {
  EMAIL: email,
  SMS: sms,
  SLACK: slack,
  HTTP: http,
}
