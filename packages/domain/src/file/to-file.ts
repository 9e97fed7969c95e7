import type { Resource } from '../definitions/apply.ts'
import { defaultResponse } from '../receivers/receiver.ts'
import { channelsOf, type NotificationWriting } from './parts/channels.ts'
import { writeDuration } from './parts/duration.ts'
import { writeRequest } from './parts/requests.ts'
import { writeExpectation, writeSchedule } from './parts/schedules.ts'
import type { FileChart, FileReceiver, FileTask, ProjectFile } from './file-schema.ts'
import { escapeReferences } from './reading/references.ts'
import { slug, uniqueKeys } from './parts/slugs.ts'

type TaskResource = Extract<Resource, { kind: 'task' }>
type ReceiverResource = Extract<Resource, { kind: 'receiver' }>

export interface ToFileOptions {
  project: string
  /** The name of a Slack channel by its id; null where it is not known. */
  slackChannelName?: (id: string) => string | null
  /** Each channel is called by the keys of what uses it first: as no channel of another file is. */
  namesChannelsByUse?: boolean
}

const described = ({ description, labels, state }: Resource) => ({
  ...(description === null ? {} : { description }),
  ...(Object.keys(labels).length === 0 ? {} : { labels }),
  ...(state === undefined ? {} : { state: state === 'ACTIVE' ? ('active' as const) : ('paused' as const) }),
})

const valueOf = ({ source, property }: NonNullable<TaskResource['charts']>[number]): FileChart['value'] => {
  if (source === 'response_body_json') return { json: property }
  return source === 'response_time' ? 'time' : 'status'
}

function writeCharts(charts: NonNullable<TaskResource['charts']>): Record<string, FileChart> {
  const keys = uniqueKeys()
  return Object.fromEntries(
    charts.map((chart) => [keys(chart.key ?? slug(chart.name, 'chart')), { name: chart.name, value: valueOf(chart) }]),
  )
}

const writeTask = (task: TaskResource, writing: NotificationWriting): FileTask => ({
  ...(task.name === null ? {} : { name: task.name }),
  ...described(task),
  schedule: writeSchedule(task.scheduler),
  request: writeRequest(task.request, false),
  ...(task.completion && { completion: { within: writeDuration(task.completion.withinSeconds) } }),
  ...(task.notifications && { notify: writing.ofTask(task.notifications, task.key) }),
  ...(task.charts && { charts: writeCharts(task.charts) }),
})

function writeResponse({ responseCode, responseHeaders, responseBody }: ReceiverResource): FileReceiver['response'] {
  const contentType = responseHeaders['content-type']
  return {
    ...(responseCode === defaultResponse.code ? {} : { status: responseCode }),
    ...(contentType === defaultResponse.contentType ? {} : { contentType }),
    ...(responseBody === defaultResponse.body ? {} : { body: responseBody }),
  }
}

function writeReceiver(receiver: ReceiverResource, writing: NotificationWriting): FileReceiver {
  const response = writeResponse(receiver)
  const { name, key, expectation, otherAddresses, notifications } = receiver
  return {
    ...(name === key ? {} : { name }),
    ...described(receiver),
    ...(Object.keys(response ?? {}).length === 0 ? {} : { response }),
    ...(expectation && { expect: writeExpectation(expectation) }),
    ...(otherAddresses && otherAddresses.length > 0 ? { otherAddresses } : {}),
    ...(notifications && { notify: writing.ofReceiver(notifications, key) }),
  }
}

/** Values that stand for `${env:…}` and `${file:…}` are escaped, wherever they are. */
const escaped = (value: unknown): unknown => {
  if (typeof value === 'string') return escapeReferences(value)
  if (Array.isArray(value)) return value.map(escaped)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, escaped(each)]))
}

const section = <T>(name: string, entries: readonly (readonly [string, T])[]) =>
  entries.length === 0 ? {} : { [name]: Object.fromEntries(entries) }

/**
 * A file that compiles to these resources; defaults are left out. Notifications of one recipient and text become one channel,
 * and those without a key get one.
 */
export function toFile(
  resources: readonly Resource[],
  { project, slackChannelName = () => null, namesChannelsByUse = false }: ToFileOptions,
): ProjectFile {
  const writing = channelsOf(slackChannelName, namesChannelsByUse)
  const tasks = resources.filter((resource) => resource.kind === 'task')
  const receivers = resources.filter((resource) => resource.kind === 'receiver')
  // The channels are those that writing the others found.
  const below = {
    ...section(
      'tasks',
      tasks.map((task) => [task.key, writeTask(task, writing)] as const),
    ),
    ...section(
      'receivers',
      receivers.map((receiver) => [receiver.key, writeReceiver(receiver, writing)] as const),
    ),
  }
  const channels = section('channels', Object.entries(writing.channels))
  return escaped({ version: 1, project, ...channels, ...below }) as ProjectFile
}
