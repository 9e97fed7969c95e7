import type { EmailSetting, SlackSettingInput, SmsSetting } from '@knockwire/domain/notifications/settings'
import type { StoredRequest } from './stored-request.ts'

/** How a notification reaches its recipient, as kept; `type` is the notification's own. */
export type StoredChannelSetting =
  | { type: 'EMAIL'; email: EmailSetting }
  | { type: 'SMS'; sms: SmsSetting }
  | { type: 'SLACK'; slack: SlackSettingInput }
  | { type: 'HTTP'; request: StoredRequest }
