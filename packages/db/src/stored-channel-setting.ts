import type { EmailSetting } from '@knockwire/domain/channels/email/email'
import type { SlackSettingInput } from '@knockwire/domain/channels/slack/slack'
import type { SmsSetting } from '@knockwire/domain/channels/sms/sms'
import type { StoredRequest } from './stored-request.ts'

/** How a notification reaches its recipient, as kept; `type` is the notification's own. */
export type StoredChannelSetting =
  | { type: 'EMAIL'; email: EmailSetting }
  | { type: 'SMS'; sms: SmsSetting }
  | { type: 'SLACK'; slack: SlackSettingInput }
  | { type: 'HTTP'; request: StoredRequest }
