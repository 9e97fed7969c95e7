import { slackChannels } from '@knockwire/db/schema/notifications'
import type { SlackChannelView } from '@knockwire/domain/channels/slack/slack'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'

/** The channels that can be written to, by team and name. */
export const listChannels = ({ db }: ApiContext, { accountId }: Caller): Promise<SlackChannelView[]> => {
  const { id, teamName, channel, revokedAt } = slackChannels
  return db
    .select({ id, teamName, channel })
    .from(slackChannels)
    .where(and(eq(slackChannels.accountId, accountId), isNull(revokedAt)))
    .orderBy(asc(teamName), asc(channel), asc(id))
}
