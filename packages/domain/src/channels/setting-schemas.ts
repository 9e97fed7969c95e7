import type { z } from 'zod'
import { RequestInput, RequestView } from '../requests/request-target.ts'
import type { ChannelType } from './channel-types.ts'
import { EmailSetting } from './email/email-setting.ts'
import { SlackSettingInput, SlackSettingView } from './slack/slack-setting.ts'
import { SmsSetting, SmsSettingInput } from './sms/sms-setting.ts'

/** A channel's setting as it is sent, and as it is read. */
export interface SettingSchemas {
  Input: z.ZodType
  View: z.ZodType
}

/** Those of every channel, by its type. */
export const settingSchemas = {
  EMAIL: { Input: EmailSetting, View: EmailSetting },
  SMS: { Input: SmsSettingInput, View: SmsSetting },
  SLACK: { Input: SlackSettingInput, View: SlackSettingView },
  HTTP: { Input: RequestInput, View: RequestView },
} as const satisfies Record<ChannelType, SettingSchemas>
