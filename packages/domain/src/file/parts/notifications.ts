import { z } from 'zod'
import type { ReceiverNotificationDefinition, TaskNotificationDefinition } from '../../definitions/definition.ts'
import { defaultFiring } from '../../notifications/firing-rules.ts'
import { defaultHeartbeatFiring } from '../../notifications/when-rules.ts'
import type { Firing } from '../../notifications/firing.ts'
import type { When } from '../../notifications/when.ts'
import { readCondition } from './conditions.ts'
import { readRequest } from './requests.ts'
import type { FileChannel, FileFiring, Use } from '../file-schema.ts'
import type { Occasion } from '../../channels/default-texts.ts'
import { defaultTexts, type Texts } from './texts.ts'
import { merge } from '../reading/merge.ts'
import { FileProblem, type Path } from '../problem.ts'

export interface NotificationContext {
  channels: Readonly<Record<string, FileChannel>>
}

interface PlacedUse {
  use: Use
  channel: FileChannel
  /** Of the use. */
  path: Path
}

/** Each use of a channel with it. A channel by its key alone is used as it is. */
function placed(uses: readonly (Use | string)[], { channels }: NotificationContext, path: Path): PlacedUse[] {
  const keys = new Set<string>()
  return uses.map((written, index) => {
    const use = typeof written === 'string' ? { use: written } : written
    const here = [...path, index]
    if (!Object.hasOwn(channels, use.use)) throw new FileProblem(here, `There is no channel ${use.use}.`)
    const channel = channels[use.use]
    const key = use.key ?? use.use
    if (channel === undefined || keys.has(key)) {
      throw new FileProblem(here, `Another notification has the key ${key}. Give this one its own key.`)
    }
    keys.add(key)
    return { use, channel, path: here }
  })
}

const firingModes = { 'every-time': 'EVERY_TIME', 'on-start': 'ON_START' } as const

function readFiring({ mode, notifyWhenLate, ...firing }: FileFiring, path: Path): Firing {
  if (notifyWhenLate !== undefined)
    throw new FileProblem(path, 'Only a heartbeat is late: notifyWhenLate needs when: heartbeat.')
  return { ...defaultFiring, ...withoutUndefined(firing), ...(mode === undefined ? {} : { mode: firingModes[mode] }) }
}

const withoutUndefined = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }

function readWhen({ when = 'each-request', firing }: Use, path: Path): When {
  if (when === 'each-request') {
    if (firing !== undefined)
      throw new FileProblem([...path, 'firing'], 'A notification of each request has no firing.')
    return { kind: 'EACH_REQUEST' }
  }
  if (when !== 'heartbeat') {
    const condition = readCondition(when, 'request', [...path, 'when'])
    return { kind: 'REQUEST', condition, ...readFiring(firing ?? {}, [...path, 'firing']) }
  }
  const { mode, ...rest } = firing ?? {}
  if (mode !== undefined) throw new FileProblem([...path, 'firing', 'mode'], 'A heartbeat has no mode.')
  return { kind: 'HEARTBEAT', ...defaultHeartbeatFiring, ...withoutUndefined(rest) }
}

const needed = (value: string | undefined, path: Path, name: string): string => {
  if (value === undefined) throw new FileProblem(path, `Write ${name}.`)
  return value
}

/** Names are looked up by the server, which knows the channels. */
const slackChannel = (name: string) => (z.uuid().safeParse(name).success ? { channelId: name } : { channel: name })

/** The setting of the channel's type, and the type. */
function readSetting({ type, to, channel, request }: FileChannel, texts: Texts, occasion: Occasion, path: Path) {
  const upper = ({ email: 'EMAIL', sms: 'SMS', slack: 'SLACK', http: 'HTTP' } as const)[type]
  const { subject, message } = { ...defaultTexts(upper, occasion), ...withoutUndefined(texts) }
  switch (upper) {
    case 'EMAIL':
      return { type: upper, emailSetting: { address: needed(to, path, 'to, the address'), subject, template: message } }
    case 'SMS': {
      const phoneNumber = needed(to, path, 'to, the phone number')
      return { type: upper, smsSetting: { countryCode: '+1', phoneNumber, template: message } as const }
    }
    case 'SLACK': {
      const name = needed(channel, path, 'channel, the name of a Slack channel')
      return { type: upper, slackSetting: { ...slackChannel(name), messageTemplate: message } }
    }
    default:
      return { type: upper, request: readRequest(request ?? {}, true, [...path, 'request']) }
  }
}

/** What is defined for the use and its channel together stands at the use first. */
export function readTaskNotifications(
  uses: readonly (Use | string)[],
  context: NotificationContext,
  path: Path,
): TaskNotificationDefinition[] {
  return placed(uses, context, path).map(({ use, channel, path: here }) => {
    const when = use.when ?? channel.when
    if (when === undefined) {
      throw new FileProblem(here, `Write when the task notifies: a condition here or in the channel ${use.use}.`)
    }
    if (typeof when === 'string') throw new FileProblem([...here, 'when'], 'Only a receiver notifies of that.')
    const whole = { ...channel, request: merge(channel.request, use.request) }
    return {
      key: use.key ?? use.use,
      condition: readCondition(
        when,
        'execution',
        use.when === undefined ? ['channels', use.use, 'when'] : [...here, 'when'],
      ),
      firing: readFiring({ ...channel.firing, ...use.firing }, [...here, 'firing']),
      ...readSetting(
        whole,
        { subject: use.subject ?? channel.subject, message: use.message ?? channel.message },
        'task',
        ['channels', use.use],
      ),
    }
  })
}

/** The channel's condition, firing and texts are about tasks: a receiver's notification takes its recipient alone. */
export function readReceiverNotifications(
  uses: readonly (Use | string)[],
  context: NotificationContext,
  path: Path,
): ReceiverNotificationDefinition[] {
  return placed(uses, context, path).map(({ use, channel, path: here }) => {
    const when = readWhen(use, here)
    const whole = { ...channel, request: merge(channel.request, use.request) }
    const setting = readSetting(whole, use, when.kind, ['channels', use.use])
    return { key: use.key ?? use.use, when, ...setting }
  })
}
