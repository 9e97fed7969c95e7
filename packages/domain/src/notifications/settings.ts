import { z } from 'zod'
import { Id } from '../id.ts'

export const templateLimits = { subjectLength: 500, bodyLength: 20_000 } as const

/** `subject` and `template` are Liquid. */
export const EmailSetting = z.strictObject({
  address: z.string().max(254),
  subject: z.string().max(templateLimits.subjectLength),
  template: z.string().max(templateLimits.bodyLength),
})
export type EmailSetting = z.infer<typeof EmailSetting>

/** US and Canada only; `phoneNumber` is kept in E.164. */
export const SmsSetting = z.strictObject({
  countryCode: z.literal('+1'),
  phoneNumber: z.string().max(32),
  template: z.string().max(templateLimits.bodyLength),
})
export type SmsSetting = z.infer<typeof SmsSetting>

export const SlackSettingInput = z.strictObject({
  channelId: z.union([Id, z.literal('')]),
  messageTemplate: z.string().max(templateLimits.bodyLength),
})
export type SlackSettingInput = z.infer<typeof SlackSettingInput>

/** `teamName` and `channel` name the picked channel for people. */
export const SlackSettingView = z.object({
  channelId: z.string(),
  messageTemplate: z.string(),
  teamName: z.string(),
  channel: z.string(),
})
export type SlackSettingView = z.infer<typeof SlackSettingView>

export const SlackChannelView = z.object({ id: Id, teamName: z.string(), channel: z.string() })
export type SlackChannelView = z.infer<typeof SlackChannelView>
export const SlackChannelList = z.array(SlackChannelView)

/** What an account's HTTP notifications are signed with, in the Standard Webhooks form: `whsec_` and a key in base64. */
export const SigningSecretView = z.object({ secret: z.string().startsWith('whsec_') })
