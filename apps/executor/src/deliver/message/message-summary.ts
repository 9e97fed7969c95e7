import type { DeliveryOccasion, DeliveryVerdict } from '@knockwire/db/schema/notifications'
import { bodyExcerpt } from '@knockwire/domain/bodies/body-excerpt'
import { type JsonValue, textOf } from '@knockwire/domain/conditions/json-value'
import { durationText, runDurationText } from '@knockwire/domain/text/duration-text'
import { milliseconds } from '@knockwire/domain/executions/milliseconds'
import { usualText } from '@knockwire/domain/heartbeats/heartbeat-words'
import type { HeartbeatChange } from '@knockwire/domain/heartbeats/machine/heartbeat-state'
import type { MessageState } from '@knockwire/domain/notifications/alert-words'
import type { ReceiverTemplateValues, TaskTemplateValues } from '@knockwire/domain/templates/variables'
import { shorten } from '@knockwire/domain/text/shorten'
import type { MessageSummary } from '@knockwire/services/channels/channel'
import type { MailTone } from '@knockwire/services/mail/mail-frame'

/** What came of an execution, as far as it is shown in a line. */
export interface ExecutionResult {
  statusCode: number | null
  responseTimeMs: number | null
  error: string | null
}

interface TaskEvent {
  title: string
  url: string
  occasion: DeliveryOccasion
  /** As its subject says it. */
  state: MessageState
  isTest: boolean
  verdict: DeliveryVerdict | null
  /** The body of the response as text; null where there is none, or it is binary. */
  body: string | null
  /** Null: it was the task's first execution, or the one before is no longer stored. */
  before: ExecutionResult | null
  now: ExecutionResult
  at: Date
  /** The task's schedule's; UTC where it has none. */
  timeZone: string
}

const longestValue = 200

const shortText = (value: JsonValue): string => shorten(textOf(value).replaceAll(/\s+/g, ' '), longestValue)

export const resultText = ({ statusCode, responseTimeMs, error }: ExecutionResult): string => {
  if (statusCode === null) return error ?? 'No response'
  return responseTimeMs === null ? String(statusCode) : `${statusCode} in ${milliseconds(responseTimeMs)}`
}

/** Such as "Nov 22, 2026, 04:31:17 (UTC)". */
export const dateTimeText = (at: Date, timeZone: string): string => {
  const format = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeStyle: 'medium',
    hourCycle: 'h23',
    timeZone,
  })
  return `${format.format(at)} (${timeZone})`
}

/** For how long a condition has held, or had until `at`; null where that is a single one, which says so itself. */
const rowText = (
  { count, since }: DeliveryVerdict,
  { at, timeZone, occasion }: Pick<TaskEvent, 'at' | 'timeZone' | 'occasion'>,
  event: 'executions' | 'requests' | 'missing or failed calls' | 'unusual counts',
): string | null => {
  if (count === undefined) return null
  const ms = since ? at.getTime() - Date.parse(since) : 0
  const span = since && occasion === 'RECOVERED' ? ` (${clockSpan(new Date(since), at, timeZone)})` : ''
  const parts = [
    ...(count > 1 ? [`${count} ${event} in a row`] : []),
    ...(ms >= 1000 ? [`${durationText(ms)}${span}`] : []),
  ]
  return parts.length === 0 ? null : parts.join(', ')
}

/** Such as "22:19 to 22:23", with the days where they differ. */
const clockSpan = (from: Date, to: Date, timeZone: string): string => {
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const
  const dayOf = (at: Date) => at.toLocaleDateString('en-US', { timeZone })
  const format = new Intl.DateTimeFormat('en-US', {
    ...clock,
    ...(dayOf(from) !== dayOf(to) && { month: 'short', day: 'numeric' }),
  })
  return `${format.format(from)} to ${format.format(to)}`
}

const tones: Partial<Record<MessageState, MailTone>> = { Recovered: 'good', Changed: 'neutral', Late: 'neutral' }

const badgeOf = (state: MessageState): MessageSummary['states'][number] => ({
  label: state,
  tone: tones[state] ?? 'bad',
})

const testState = { label: 'Test', tone: 'neutral' } as const

/** What the target itself says of what is wrong, where its response is an error. */
const reasonOf = ({ now: { statusCode }, body }: TaskEvent): string =>
  body !== null && (statusCode ?? 0) >= 400 ? bodyExcerpt(body) : ''

export const summarizeTaskEvent = (event: TaskEvent): MessageSummary => {
  const { title, url, occasion, state, isTest, verdict, before, now, at, timeZone } = event
  const row = verdict === null ? null : rowText(verdict, event, 'executions')
  const quoted = reasonOf(event)
  const changed = verdict?.previousValue
  const was = changed === undefined ? before && resultText(before) : shortText(changed)
  const is = changed === undefined ? resultText(now) : shortText(verdict?.value ?? null)
  return {
    states: [...(isTest ? [testState] : []), badgeOf(state)],
    title,
    facts: [
      ...(was === null ? [] : [['Before', was] as const]),
      ['Now', is],
      ...(quoted === '' ? [] : [['Response', quoted] as const]),
      ...(verdict?.unread ?? []).map((reason) => ['Note', shortText(reason)] as const),
      ['When', dateTimeText(at, timeZone)],
      ...(row === null ? [] : [[occasion === 'RECOVERED' ? 'Lasted' : 'For', row] as const]),
    ],
    action: { label: 'Open this execution', url },
  }
}

interface RequestEvent {
  title: string
  url: string
  method: string
  remoteAddress: string
  at: Date
  /** Null where each request is notified of. */
  alert: Pick<TaskEvent, 'occasion' | 'state' | 'verdict'> | null
}

export const summarizeRequest = ({ title, url, method, remoteAddress, at, alert }: RequestEvent): MessageSummary => ({
  states: [alert === null ? { label: 'Request received', tone: 'neutral' } : badgeOf(alert.state)],
  title,
  facts: [
    ['Request', `${method} from ${remoteAddress}`],
    ...(alert?.verdict ? decidedFacts(alert.verdict) : []),
    ['When', dateTimeText(at, 'UTC')],
    ...(alert?.verdict ? requestRowFacts(alert.verdict, at, alert.occasion) : []),
  ],
  action: { label: 'Open this request', url },
})

interface HeartbeatEvent {
  title: string
  url: string
  change: HeartbeatChange
  timeZone: string
  alert: Pick<TaskEvent, 'occasion' | 'state' | 'verdict'>
}

/** Reasons of a heartbeat whose calls are counted, where the change has no counts. */
const countedReasons: ReadonlySet<HeartbeatChange['reason']> = new Set(['AS_USUAL', 'NOT_JUDGED'])

const isCounted = ({ reason, counted }: HeartbeatChange): boolean => counted !== null || countedReasons.has(reason)

/** Brought by a call: what a change says of calls is what was so before that one. */
const callReasons: ReadonlySet<HeartbeatChange['reason']> = new Set(['SIGNAL', 'FAILED', 'UNMET'])

/** As the change says it of calls: when the last one came, and when one was expected. */
const callFacts = ({ change, timeZone, alert }: HeartbeatEvent): Facts => {
  const { reason, atMs, expectedAtMs, lastSignalAtMs } = change
  const timeOf = (epochMs: number) => dateTimeText(new Date(epochMs), timeZone)
  const last = callReasons.has(reason) ? 'Previous call' : 'Last call'
  // Of a heartbeat that is down, each time that passes without a call is followed by the next.
  const isNext = alert.occasion === 'RECOVERED' && expectedAtMs !== null && expectedAtMs > atMs
  return [
    ...(lastSignalAtMs === null ? [] : [[last, timeOf(lastSignalAtMs)] as const]),
    ...(expectedAtMs === null ? [] : [[isNext ? 'Was expected next' : 'Expected', timeOf(expectedAtMs)] as const]),
  ]
}

export const summarizeHeartbeat = (event: HeartbeatEvent): MessageSummary => {
  const { title, url, change, timeZone, alert } = event
  const { durationMs, exitCode, counted } = change
  const at = new Date(change.atMs)
  const { verdict, occasion, state } = alert
  const row =
    verdict &&
    rowText(verdict, { at, timeZone, occasion }, isCounted(change) ? 'unusual counts' : 'missing or failed calls')
  return {
    states: [badgeOf(state)],
    title,
    facts: [
      ...callFacts(event),
      ...(durationMs === null ? [] : [['Duration', runDurationText(durationMs)] as const]),
      ...(exitCode === null ? [] : [['Exit code', String(exitCode)] as const]),
      ...(counted === null
        ? []
        : [['Requests', String(counted.count)] as const, ['Usual', usualText(counted)] as const]),
      ['When', dateTimeText(at, timeZone)],
      ...(row ? [[occasion === 'RECOVERED' ? 'Lasted' : 'For', row] as const] : []),
    ],
    action: { label: 'Open this receiver', url },
  }
}

type Facts = MessageSummary['facts']

const decidedFacts = ({ previousValue, value, unread = [] }: DeliveryVerdict): Facts => [
  ...(previousValue === undefined ? [] : [['Before', shortText(previousValue)] as const]),
  ['Now', value === null ? 'null' : shortText(value)],
  ...unread.map((reason) => ['Note', shortText(reason)] as const),
]

const requestRowFacts = (verdict: DeliveryVerdict, at: Date, occasion: DeliveryOccasion): Facts => {
  const row = rowText(verdict, { at, timeZone: 'UTC', occasion }, 'requests')
  return row === null ? [] : [[occasion === 'RECOVERED' ? 'Lasted' : 'For', row]]
}

/** Of a notification that is tried out: with the values of its preview. */
export const summarizeTest = (values: TaskTemplateValues | ReceiverTemplateValues): MessageSummary =>
  'task' in values
    ? {
        states: [testState],
        title: values.task.name,
        facts: [
          [
            'Now',
            values.response.code === null ? (values.execution.error ?? 'No response') : String(values.response.code),
          ],
        ],
        // A task that has not run has no execution to open.
        action: {
          label: values.execution.url.includes('/executions/') ? 'Open this execution' : 'Open this task',
          url: values.execution.url,
        },
      }
    : {
        states: [testState],
        title: values.receiver.name,
        facts:
          values.request.method !== ''
            ? [['Request', `${values.request.method} from ${values.request.remoteAddress}`]]
            : [['Heartbeat', values.heartbeat.state]],
        action: {
          label: values.request.method !== '' ? 'Open this request' : 'Open this receiver',
          url: values.receiver.detailUrl,
        },
      }
