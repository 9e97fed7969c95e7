import { slackChannels } from '@knockwire/db/schema/notifications'
import { uuidv7 } from '@knockwire/db/uuidv7'
import type { SlackChannelView } from '@knockwire/domain/channels/slack/slack-setting'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { audit } from '../../access/audit.ts'

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
export const storeChannel = async (context: ApiContext, caller: Caller, granted: GrantedChannel): Promise<string> => {
  const { db, secrets } = context
  const { accountId } = caller
  const nowMs = context.now()
  const { teamId, slackChannelId, teamName, channel } = granted
  const fresh = {
    teamName,
    channel,
    token: secrets.encrypt(granted.token),
    webhookUrl: secrets.encrypt(granted.webhookUrl),
    revokedAt: null,
  }
  const known = { accountId, teamId, slackChannelId }
  return db.transaction(async (tx) => {
    const [stored] = await tx
      .insert(slackChannels)
      .values({ id: uuidv7(nowMs), ...known, ...fresh, createdAt: new Date(nowMs) })
      .onConflictDoUpdate({
        target: [slackChannels.accountId, slackChannels.teamId, slackChannels.slackChannelId],
        set: fresh,
      })
      .returning({ id: slackChannels.id })
    if (stored === undefined) throw new Error('A Slack channel was not stored.')
    const object = { type: 'SLACK_CHANNEL', id: stored.id, name: `${channel} (${teamName})` } as const
    await audit(context, tx, caller, { action: 'slack_channel.connected', object })
    return stored.id
  })
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
