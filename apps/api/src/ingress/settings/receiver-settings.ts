import { type Expectation, expectationOf, type StoredExpectation } from '@knockwire/domain/heartbeats/expectation'
import type { NotificationType } from '@knockwire/domain/notifications/deliveries/delivery'
import type { HeartbeatFiring } from '@knockwire/domain/notifications/when'
import type { Plan } from '@knockwire/domain/plans/plan'
import type { SlackChannelName } from '@knockwire/services/channels/channel'
import { recipientOf } from '@knockwire/services/channels/settings'
import { ruleVersionSql } from '@knockwire/db/schema/notifications'
import type { StoredChannelSetting } from '@knockwire/db/stored-json'
import type pg from 'pg'
import { type TemplateCost, templateCostOf } from '../render/render-answer.ts'

/** A notification that an executor decides on: the version of its rule tells edits apart. */
export interface ReceiverRule {
  notificationId: string
  version: string
}

/** Whom to notify of each request. */
export interface ReceiverNotification {
  id: string
  type: NotificationType
  recipient: string
  /** Until then it sends nothing, in epoch milliseconds; `Infinity` for no end, null where it is not muted. */
  mutedUntilMs: number | null
}

/** Of a receiver that expects calls. */
export interface HeartbeatSettings {
  expectation: Expectation
  /** Somebody is notified when a signal is late. */
  isLateWatched: boolean
  /** How far the database's clock, in epoch milliseconds, was ahead of `performance.now()` when this was loaded. */
  clockOffsetMs: number
  /** When it began to wait for its first signal, or for the first after a pause, by the database's clock; null where that has come. */
  newSinceMs: number | null
}

/** What the ingress must know of an active receiver. */
export interface ReceiverSettings {
  id: string
  token: string
  accountId: string
  plan: Plan
  /** That of the receiver's counters: the database rejects what was decided by an older one. */
  version: number
  responseCode: number
  contentType: string
  template: string
  templateCost: TemplateCost
  /** Those without condition. */
  notifications: readonly ReceiverNotification[]
  /** Those with one. */
  rules: readonly ReceiverRule[]
  /** Null where it expects no calls. */
  heartbeat: HeartbeatSettings | null
}

const selectSql = `
  select r.id, r.token, r.account_id as "accountId", a.plan, g.version,
    r.response_code as "responseCode", r.content_type as "contentType", r.response_body as template,
    coalesce((
      select json_agg(json_build_object('id', n.id, 'setting', n.setting, 'teamName', c.team_name, 'channel', c.channel,
        'mutedUntil', n.muted_until, 'heartbeat', n.heartbeat,
        'ruleVersion', case when n.condition is not null then ${ruleVersionSql} end) order by n.id)
      from notifications n
      left join slack_channels c
        on c.id = case when n.type = 'SLACK' then nullif(n.setting #>> '{slack,channelId}', '')::uuid end
      where n.receiver_id = r.id
    ), '[]') as notifications,
    h.expectation, case when h.state = 'NEW' then extract(epoch from h.since)::float8 * 1000 end as "newSinceMs",
    extract(epoch from clock_timestamp())::float8 * 1000 as "databaseMs"
  from receivers r
  join accounts a on a.id = r.account_id
  join receiver_counters g on g.receiver_id = r.id
  left join heartbeats h on h.receiver_id = r.id`

const byTokenSql = `${selectSql} where r.token = any ($1) and r.status = 'ACTIVE' and a.suspended_at is null`
const byAddressSql = `
  select s.id, o.address as token, s."accountId", s.plan, s.version, s."responseCode", s."contentType", s.template,
    s.notifications, s.expectation, s."newSinceMs", s."databaseMs"
  from receiver_addresses o join lateral (
    ${selectSql} where r.id = o.receiver_id and r.status = 'ACTIVE' and a.suspended_at is null
  ) s on true
  where o.address = any ($1)`

interface NotificationRow {
  id: string
  setting: StoredChannelSetting
  teamName: string | null
  channel: string | null
  /** ISO 8601, or `infinity`. */
  mutedUntil: string | null
  /** Null where it has no condition. */
  ruleVersion: string | null
  /** Of one that is about the receiver's heartbeat. */
  heartbeat: HeartbeatFiring | null
}

type Row = Omit<ReceiverSettings, 'notifications' | 'rules' | 'templateCost' | 'heartbeat'> & {
  notifications: NotificationRow[]
  expectation: StoredExpectation | null
  newSinceMs: number | null
  databaseMs: number
}

/** Of another service, which no token is. */
const isAddress = (token: string) => token.includes(':')

/** The active receivers among those that the tokens or addresses name, each by what names it. */
export const loadReceivers = async (pool: pg.Pool, tokens: readonly string[]): Promise<ReceiverSettings[]> => {
  const [addresses, own] = [tokens.filter(isAddress), tokens.filter((token) => !isAddress(token))]
  const loaded = await Promise.all([
    own.length === 0 ? [] : loadBy(pool, 'load_receivers', byTokenSql, own),
    addresses.length === 0 ? [] : loadBy(pool, 'load_receivers_by_address', byAddressSql, addresses),
  ])
  return loaded.flat()
}

const loadBy = async (pool: pg.Pool, name: string, text: string, names: readonly string[]) => {
  const { rows } = await pool.query<Row>({ name, text, values: [names] })
  const loadedAtMs = performance.now()
  return rows.map((row) => toSettings(row, loadedAtMs))
}

const toSettings = ({ expectation, newSinceMs, databaseMs, ...row }: Row, loadedAtMs: number): ReceiverSettings => ({
  ...row,
  templateCost: templateCostOf(row.template),
  heartbeat: expectation && {
    expectation: expectationOf(expectation),
    isLateWatched: row.notifications.some(({ heartbeat }) => heartbeat?.notifyWhenLate === true),
    clockOffsetMs: databaseMs - loadedAtMs,
    newSinceMs,
  },
  notifications: row.notifications
    .filter(({ ruleVersion, heartbeat }) => ruleVersion === null && heartbeat === null)
    .map(toNotification),
  rules: row.notifications.flatMap(({ id, ruleVersion }) =>
    ruleVersion === null ? [] : [{ notificationId: id, version: ruleVersion }],
  ),
})

const toNotification = (row: NotificationRow): ReceiverNotification => ({
  id: row.id,
  type: row.setting.type,
  recipient: recipientOf(row.setting, channelOf(row)),
  mutedUntilMs: endOf(row.mutedUntil),
})

const endOf = (mutedUntil: string | null): number | null => {
  if (mutedUntil === null) return null
  return mutedUntil === 'infinity' ? Number.POSITIVE_INFINITY : Date.parse(mutedUntil)
}

const channelOf = ({ teamName, channel }: NotificationRow): SlackChannelName | null =>
  teamName === null || channel === null ? null : { teamName, channel }
