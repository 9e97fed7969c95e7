import { slackChannels } from '@knockwire/db/schema/notifications'
import { uuidv7 } from '@knockwire/db/uuidv7'
import type { SlackChannelView } from '@knockwire/domain/channels/slack/slack-setting'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'

/** A channel that its user picked, with the access that Slack gave to it. */
export interface GrantedChannel {
  teamId: string
  teamName: string
  slackChannelId: string
  channel: string
  token: string
  webhookUrl: string
}

/** Keeps a channel, secrets encrypted. One that is known takes the new access, and its notifications go on. */
export const storeChannel = async (
  { db, secrets, now }: ApiContext,
  { accountId }: Caller,
  granted: GrantedChannel,
): Promise<string> => {
  const nowMs = now()
  const { teamId, slackChannelId, teamName, channel } = granted
  const fresh = {
    teamName,
    channel,
    token: secrets.encrypt(granted.token),
    webhookUrl: secrets.encrypt(granted.webhookUrl),
    revokedAt: null,
  }
  const known = { accountId, teamId, slackChannelId }
  const [stored] = await db
    .insert(slackChannels)
    .values({ id: uuidv7(nowMs), ...known, ...fresh, createdAt: new Date(nowMs) })
    .onConflictDoUpdate({
      target: [slackChannels.accountId, slackChannels.teamId, slackChannels.slackChannelId],
      set: fresh,
    })
    .returning({ id: slackChannels.id })
  if (stored === undefined) throw new Error('A Slack channel was not stored.')
  return stored.id
}

/** The channels that can be written to, by team and name. */
export const listChannels = ({ db }: ApiContext, { accountId }: Caller): Promise<SlackChannelView[]> => {
  const { id, teamName, channel, revokedAt } = slackChannels
  return db
    .select({ id, teamName, channel })
    .from(slackChannels)
    .where(and(eq(slackChannels.accountId, accountId), isNull(revokedAt)))
    .orderBy(asc(teamName), asc(channel), asc(id))
}
