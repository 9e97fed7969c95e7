import type { SlackChannelName } from '@knockwire/services/channels/channel'
import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { notifications, slackChannels } from '@knockwire/db/schema/notifications'
import { asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'

export interface NotificationRow {
  notification: typeof notifications.$inferSelect
  channel: SlackChannelName | null
}

/** Null for every type but Slack, whose settings alone are looked into. */
const channelId = sql`case when ${notifications.type} = 'SLACK' then nullif(${notifications.setting} #>> '{slack,channelId}', '')::uuid end`

/** Notifications in the order in which they were made, each with its Slack channel's names. */
export const selectNotifications = (db: DatabaseOrTransaction, where: SQL | undefined) =>
  db
    .select({
      notification: getTableColumns(notifications),
      channel: { teamName: slackChannels.teamName, channel: slackChannels.channel },
    })
    .from(notifications)
    .leftJoin(slackChannels, eq(slackChannels.id, channelId))
    .where(where)
    .orderBy(asc(notifications.id))
