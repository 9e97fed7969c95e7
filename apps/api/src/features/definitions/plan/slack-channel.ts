import type { Transaction } from '@knockwire/db/client'
import { slackChannels } from '@knockwire/db/schema/notifications'
import { findChannel, type NamedChannel } from '@knockwire/domain/channels/slack/named-channels'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { DefinitionProblem, PlanScope } from './scope.ts'

/** Those of the account that can be written to: read once, when they are first asked for. */
export const slackChannelsOf = (tx: Transaction, accountId: string): PlanScope['slackChannels'] => {
  let channels: Promise<NamedChannel[]> | undefined
  return () => {
    const { id, teamName, channel, revokedAt } = slackChannels
    channels ??= tx
      .select({ id, teamName, channel })
      .from(slackChannels)
      .where(and(eq(slackChannels.accountId, accountId), isNull(revokedAt)))
      .orderBy(asc(teamName), asc(channel), asc(id))
      .execute()
    return channels
  }
}

interface SlackDefinition {
  channelId?: string | undefined
  channel?: string | undefined
  messageTemplate: string
}

interface Found {
  slackSetting: { channelId: string; messageTemplate: string }
  problems: DefinitionProblem[]
}

const found = (messageTemplate: string, channelId: string, problem?: DefinitionProblem): Found => ({
  slackSetting: { channelId, messageTemplate },
  problems: problem === undefined ? [] : [problem],
})

/** The setting with the id of the channel that it names. Where there is a problem, it stands for the setting's own. */
export const namedChannel = async (
  { slackChannels: channelsOf }: PlanScope,
  { channelId = '', channel, messageTemplate }: SlackDefinition,
): Promise<Found> => {
  if (channel === undefined) return found(messageTemplate, channelId)
  const path = '/slackSetting/channel'
  if (channelId !== '') {
    const message = 'Name the channel by channelId or by channel, not by both.'
    return found(messageTemplate, '', { path, code: 'invalid_value', message })
  }
  const named = findChannel(channel, await channelsOf())
  if ('channel' in named) return found(messageTemplate, named.channel.id)
  return found(messageTemplate, '', { path, code: 'unknown_channel', message: named.problem })
}
