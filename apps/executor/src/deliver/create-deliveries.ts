import { recipientOf, settingWithoutTemplates } from '@knockwire/services/channels/settings'
import type { DeliveryOccasion, DeliveryVerdict } from '@knockwire/db/schema/notifications'
import type { StoredChannelSetting } from '@knockwire/db/stored-json'
import { uuidv7 } from '@knockwire/db/uuidv7'
import type { NotificationType } from '@knockwire/domain/notifications/deliveries/delivery'
import { insertDueSql, releaseMutedSql } from '@knockwire/services/deliveries/delivery-sql'
import type pg from 'pg'
import { jsonArray, plainArray, textArray } from '@knockwire/db/sql-array'

/** A delivery that is not stored yet. */
export interface DeliveryToCreate {
  notificationId: string
  accountId: string
  /** The execution or the received request. */
  subjectId: string
  occasion: DeliveryOccasion
  verdict: DeliveryVerdict
  /** By a test that sends notifications: it is sent though its notification is muted. */
  isRequested: boolean
}

/** The templates, which may be long, are not needed to name the recipient. */
const recipientSql = `
  select n.id, c.channel, c.team_name, coalesce(n.muted_until > now(), false) as is_muted,
    ${settingWithoutTemplates('n.setting')} as setting
  from notifications n left join slack_channels c
    on c.id = case when n.type = 'SLACK' then nullif(n.setting #>> '{slack,channelId}', '')::uuid end
  where n.id = any ($1::uuid[])`

interface RecipientRow {
  id: string
  channel: string | null
  team_name: string | null
  is_muted: boolean
  setting: StoredChannelSetting
}

export interface WrittenDelivery {
  id: string
  type: NotificationType
  accountId: string
}

/**
 * Inserts the deliveries that are due, each once, and returns those that are to be sent: a notification that is muted sends
 * nothing, which is recorded, and one that has been deleted meanwhile has none.
 */
export const createDeliveries = async (
  client: pg.ClientBase,
  toCreate: readonly DeliveryToCreate[],
): Promise<WrittenDelivery[]> => {
  const recipients = await recipientsOf(client, toCreate)
  const rows = toCreate.flatMap((one) => {
    const recipient = recipients.get(one.notificationId)
    return recipient ? [{ ...one, ...recipient, id: uuidv7() }] : []
  })
  if (rows.length === 0) return []
  const values = [
    plainArray(rows.map(({ id }) => id)),
    plainArray(rows.map(({ accountId }) => accountId)),
    plainArray(rows.map(({ notificationId }) => notificationId)),
    plainArray(rows.map(({ subjectId }) => subjectId)),
    plainArray(rows.map(({ occasion }) => occasion)),
    plainArray(rows.map(({ type }) => type)),
    textArray(rows.map(({ recipient }) => recipient)),
    jsonArray(rows.map(({ verdict }) => JSON.stringify(verdict))),
    plainArray(rows.map(({ isMuted, isRequested }) => isMuted && !isRequested)),
    plainArray(rows.map(({ isRequested }) => isRequested)),
  ]
  const query = { name: 'write_deliveries', text: insertDueSql, values }
  const written = await client.query<WrittenDelivery & { isToSend: boolean }>(query)
  return written.rows.filter(({ isToSend }) => isToSend).map(({ id, type, accountId }) => ({ id, type, accountId }))
}

/** Sends alerts that were put down as muted; the job of each is still to be sent. */
export const releaseMuted = async (
  client: pg.ClientBase,
  alerts: readonly Pick<DeliveryToCreate, 'notificationId' | 'subjectId'>[],
): Promise<WrittenDelivery[]> => {
  if (alerts.length === 0) return []
  const values = [
    plainArray(alerts.map(({ notificationId }) => notificationId)),
    plainArray(alerts.map(({ subjectId }) => subjectId)),
  ]
  return (await client.query<WrittenDelivery>({ name: 'release_muted', text: releaseMutedSql, values })).rows
}

const recipientsOf = async (client: pg.ClientBase, toCreate: readonly DeliveryToCreate[]) => {
  const notificationIds = new Set(toCreate.map(({ notificationId }) => notificationId))
  const values = [plainArray([...notificationIds])]
  const { rows } = await client.query<RecipientRow>({ name: 'delivery_recipients', text: recipientSql, values })
  return new Map(rows.map((row) => [row.id, { type: row.setting.type, recipient: nameOf(row), isMuted: row.is_muted }]))
}

const nameOf = ({ setting, channel, team_name: teamName }: RecipientRow) =>
  recipientOf(setting, channel === null ? null : { channel, teamName: teamName ?? '' })
