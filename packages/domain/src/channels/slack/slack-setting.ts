import { z } from 'zod'
import { Id } from '../../id.ts'
import { templateLimits } from '../channel.ts'

export const SlackSettingInput = z.strictObject({
  channelId: z.union([z.uuid('Must be the id of a connected Slack channel.'), z.literal('')]),
  messageTemplate: z.string().max(templateLimits.bodyLength),
})
export type SlackSettingInput = z.infer<typeof SlackSettingInput>

/** `teamName` and `channel` name the chosen channel for people. */
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
