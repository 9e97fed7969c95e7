import { slackChannels } from '@knockwire/db/schema/notifications'
import type { SlackSettingInput } from '@knockwire/domain/channels/slack/slack'
import { and, eq } from 'drizzle-orm'
import { faultsOf } from './field-faults.ts'
import type { SettingReader, SettingScope } from './setting-reader.ts'

export const readSlack: SettingReader<SlackSettingInput> = async (scope, slack) => ({
  setting: { type: 'SLACK', slack },
  errors: faultsOf({ slackChannel: await channelFault(scope, slack.channelId) }),
})

const channelFault = async ({ tx, caller }: SettingScope, channelId: string): Promise<string | null> => {
  if (channelId === '') return 'Please choose a Slack channel.'
  const [channel] = await tx
    .select({ revokedAt: slackChannels.revokedAt })
    .from(slackChannels)
    .where(and(eq(slackChannels.id, channelId), eq(slackChannels.accountId, caller.accountId)))
  if (channel === undefined) return 'There is no such Slack channel. Please choose another.'
  return channel.revokedAt === null ? null : 'Slack no longer lets us write to this channel. Please add it again.'
}
