import type { ReceiverNotificationDefinition, TaskNotificationDefinition } from '../../definitions/definition.ts'
import { defaultFiring } from '../../notifications/firing-rules.ts'
import { defaultHeartbeatFiring } from '../../notifications/when-rules.ts'
import type { Firing } from '../../notifications/firing.ts'
import { writeCondition } from './conditions.ts'
import { writeRequest } from './requests.ts'
import type { FileChannel, FileFiring, Use } from '../file-schema.ts'
import type { Occasion } from '../../channels/default-texts.ts'
import { defaultTexts } from './texts.ts'
import { slug, uniqueKeys } from './slugs.ts'

type Notification = TaskNotificationDefinition | ReceiverNotificationDefinition
type SlackName = (id: string) => string | null

export interface NotificationWriting {
  channels: Record<string, FileChannel>
  ofTask: (notifications: readonly TaskNotificationDefinition[], owner: string) => (Use | string)[]
  ofReceiver: (notifications: readonly ReceiverNotificationDefinition[], owner: string) => (Use | string)[]
}

/** What the two have in common. */
interface Written {
  channel: FileChannel
  texts: { subject?: string; message?: string }
}

const textsOf = (type: Notification['type'], occasion: Occasion, given: { subject?: string; message?: string }) => {
  const defaults: { subject?: string; message?: string } = defaultTexts(type, occasion)
  return Object.fromEntries(
    Object.entries(given).filter(([name, text]) => text !== defaults[name as keyof typeof defaults]),
  )
}

function write(notification: TaskNotificationDefinition, occasion: Occasion, slackName: SlackName): Written {
  const { type, emailSetting, smsSetting, slackSetting, request } = notification
  const written = (channel: FileChannel, given: { subject?: string; message?: string }): Written => ({
    channel,
    texts: textsOf(type, occasion, given),
  })
  switch (type) {
    case 'EMAIL':
      return written(
        { type: 'email', to: emailSetting?.address ?? '' },
        { subject: emailSetting?.subject ?? '', message: emailSetting?.template ?? '' },
      )
    case 'SMS':
      return written({ type: 'sms', to: smsSetting?.phoneNumber ?? '' }, { message: smsSetting?.template ?? '' })
    case 'SLACK': {
      const { channelId = '', channel = slackName(channelId) ?? channelId } = slackSetting ?? {}
      return written({ type: 'slack', channel }, { message: slackSetting?.messageTemplate ?? '' })
    }
    default:
      return written({ type: 'http', ...(request && { request: writeRequest(request, true) }) }, {})
  }
}

const firingModes = { EVERY_TIME: 'every-time', ON_START: 'on-start' } as const

const writeFiring = ({ mode, ...firing }: Firing): Required<Omit<FileFiring, 'notifyWhenLate'>> => ({
  mode: firingModes[mode],
  ...firing,
})

const changed = <T extends object>(value: T, defaults: Partial<T>): Partial<T> =>
  Object.fromEntries(Object.entries(value).filter(([name, each]) => each !== defaults[name as keyof T])) as Partial<T>

const firingOf = (firing: Firing): FileFiring => changed(writeFiring(firing), writeFiring(defaultFiring))

const maybe = <T extends object>(name: string, value: T) => (Object.keys(value).length === 0 ? {} : { [name]: value })

const nameOf = ({ type, to, channel, request }: FileChannel): string => {
  if (type === 'http') return `http-${slug(hostOf(request?.url ?? ''), 'call')}`
  return `${type}-${slug(to ?? channel ?? '', 'channel')}`
}

const hostOf = (url: string) => /^[a-z]+:\/\/([^/?#@]+@)?([^/?#:]+)/i.exec(url)?.[2] ?? ''

function whenOf({ when }: ReceiverNotificationDefinition): Pick<Use, 'when' | 'firing'> {
  if (when === undefined || when.kind === 'EACH_REQUEST') return {}
  if (when.kind === 'HEARTBEAT') {
    const { kind: _kind, ...firing } = when
    return { when: 'heartbeat', ...maybe('firing', changed(firing, defaultHeartbeatFiring)) }
  }
  const { kind: _kind, condition, ...firing } = when
  return { when: writeCondition(condition), ...maybe('firing', firingOf(firing)) }
}

/** The channel's key alone, where there is nothing else to say. */
const short = (use: Use, unkeyed: (key: string) => string): Use | string => {
  const key = use.key ?? unkeyed(use.use)
  const { use: channel, key: _key, ...rest } = use
  const whole = { use: channel, ...(key === channel ? {} : { key }), ...rest }
  return Object.keys(whole).length === 1 ? channel : whole
}

const withKey = ({ key }: Notification) => (key === null ? {} : { key })

const keyed = (notifications: readonly Notification[], writeUse: (notification: never) => Use) => {
  const free = uniqueKeys(notifications.flatMap(({ key }) => key ?? []))
  return notifications.map((notification) => short(writeUse(notification as never), free))
}

/** Room for the number of another one of its name. */
const longestKey = 120

/** The channels that all notifications of these use, and how each notification is written with them. */
export function channelsOf(slackName: SlackName, isNamedByUse: boolean): NotificationWriting {
  const channels: Record<string, FileChannel> = {}
  const keys = new Map<string, string>()
  const unique = uniqueKeys()
  const keyOf = (channel: FileChannel, owner: string, own: string | null): string => {
    const content = JSON.stringify(channel)
    const known = keys.get(content)
    if (known !== undefined) return known
    const key = unique(isNamedByUse ? `${owner}-${own ?? channel.type}`.slice(0, longestKey) : nameOf(channel))
    keys.set(content, key)
    channels[key] = channel
    return key
  }
  return {
    channels,
    ofTask: (notifications, owner) =>
      keyed(notifications, (notification: TaskNotificationDefinition) => {
        const { channel, texts } = write(notification, 'task', slackName)
        return {
          use: keyOf({ ...channel, ...texts }, owner, notification.key),
          ...withKey(notification),
          when: writeCondition(notification.condition),
          ...maybe('firing', firingOf(notification.firing ?? defaultFiring)),
        }
      }),
    ofReceiver: (notifications, owner) =>
      keyed(notifications, (notification: ReceiverNotificationDefinition) => {
        const occasion = notification.when?.kind ?? 'EACH_REQUEST'
        const { channel, texts } = write(notification as TaskNotificationDefinition, occasion, slackName)
        return {
          use: keyOf(channel, owner, notification.key),
          ...withKey(notification),
          ...whenOf(notification),
          ...texts,
        }
      }),
  }
}
