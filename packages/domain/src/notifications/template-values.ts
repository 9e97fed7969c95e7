import { formFields } from '../bodies/form-fields.ts'
import type { JsonValue } from '../conditions/json-value.ts'
import type { Observation } from '../conditions/sources/source.ts'
import { decodeBody } from '../charsets/decode-body.ts'
import { executionPath, shortExecutionPath } from '../executions/execution-path.ts'
import type { ReadonlyHeaderList } from '../headers/header-list.ts'
import { receivedRequestPath, receiverPagePath } from '../receivers/receiver.ts'
import { shortReceiverPath } from '../receivers/short-path.ts'
import type { AlertWords } from './alert-words.ts'
import { usualText } from '../heartbeats/heartbeat-words.ts'
import type { HeartbeatChange } from '../heartbeats/machine/heartbeat-state.ts'
import {
  headerVariables,
  type HeartbeatTemplateValues,
  type ReceiverTemplateValues,
  type TaskTemplateValues,
} from '../templates/variables.ts'

interface TaskSubject {
  /** The dashboard's. */
  publicOrigin: string
  task: { id: string; name: string | null; url: string }
  condition: { description: string; value: JsonValue; previousValue?: JsonValue; holds: boolean }
  execution: { id: string; status: string; error: string | null; scheduledFor?: Date }
  words: AlertWords
  /** For how long the condition has held, where that is counted. */
  alert?: { since: string | null; count: number | null }
  observation: Observation
}

/** What the variables of a task's notification stand for, for one execution. */
export const taskTemplateValues = (subject: TaskSubject): TaskTemplateValues => {
  const { publicOrigin, task, condition, execution, observation, words, alert } = subject
  return {
    task: { name: task.name ?? task.url, url: task.url },
    condition: {
      description: condition.description,
      value: condition.value,
      previousValue: condition.previousValue ?? null,
      holds: condition.holds,
    },
    execution: {
      url: publicOrigin + executionPath(task.id, execution.id),
      shortUrl: publicOrigin + shortExecutionPath(task.id, execution.id),
      scheduledFor: execution.scheduledFor?.toISOString() ?? null,
      status: execution.status,
      error: execution.error,
    },
    alert: { state: words.state, summary: words.summary, ...(alert ?? { since: null, count: null }) },
    response: {
      code: observation.statusCode,
      time: observation.responseTimeMs,
      headers: headerVariables(observation.headers ?? []),
      body: observation.body,
    },
  }
}

/** What was decided on a request. */
export type DecidedValues = Pick<ReceiverTemplateValues, 'condition' | 'alert'>

interface ReceiverSubject {
  publicOrigin: string
  receiver: { id: string; name: string; url: string }
  request: {
    id: string
    method: string
    headers: ReadonlyHeaderList
    /** Without its content encoding. */
    body: Uint8Array
    /** Why it could not be decoded, which is said in its place. */
    bodyProblem?: string | null
    remoteAddress: string
  }
  response: { code: number; body: string }
  /** Left out where each request is notified of. */
  decided?: DecidedValues
}

/** Where no condition is decided. */
export const eachRequest: DecidedValues = {
  condition: { description: '', value: null, previousValue: null, holds: true },
  alert: { state: '', summary: '', since: null, count: null },
}

/** A body as its variables; a sentence in its place where it could not be decoded. */
const bodyVariables = (body: Uint8Array, problem: string | null, contentType: string | undefined) =>
  problem === null
    ? { body: decodeBody(body, contentType) ?? '', form: formFields(body, contentType) }
    : { body: `(${problem})`, form: {} }

/** What the variables of a receiver's notification stand for, for one request. A binary body is no text, and left out. */
export const receiverTemplateValues = (subject: ReceiverSubject): ReceiverTemplateValues => {
  const { publicOrigin, receiver, request, response } = subject
  const headers = headerVariables(request.headers)
  return {
    receiver: {
      name: receiver.name,
      url: receiver.url,
      detailUrl: `${publicOrigin}${receivedRequestPath(receiver.id, request.id)}`,
      shortUrl: publicOrigin + shortReceiverPath(receiver.id, request.id),
    },
    request: {
      method: request.method,
      headers,
      ...bodyVariables(request.body, request.bodyProblem ?? null, headers['content-type']),
      remoteAddress: request.remoteAddress,
    },
    response,
    ...(subject.decided ?? eachRequest),
    heartbeat: noHeartbeat,
  }
}

/** Where the notification is about a received request. */
export const noHeartbeat: HeartbeatTemplateValues = {
  state: '',
  since: null,
  expectedAt: null,
  lastSignalAt: null,
  duration: null,
  exitCode: null,
  requests: null,
  usual: '',
}

interface HeartbeatSubject {
  publicOrigin: string
  receiver: { id: string; name: string; url: string }
  change: Omit<HeartbeatChange, 'reason'>
  decided: DecidedValues
}

const timeText = (epochMs: number | null) => (epochMs === null ? null : new Date(epochMs).toISOString())

/** The same for a change of a receiver's heartbeat, which no request may have come of. */
export const heartbeatTemplateValues = ({
  publicOrigin,
  receiver,
  change,
  decided,
}: HeartbeatSubject): ReceiverTemplateValues => ({
  receiver: {
    name: receiver.name,
    url: receiver.url,
    detailUrl: `${publicOrigin}${receiverPagePath(receiver.id)}`,
    shortUrl: publicOrigin + shortReceiverPath(receiver.id, null),
  },
  request: { method: '', headers: {}, body: '', form: {}, remoteAddress: '' },
  response: { code: null, body: '' },
  heartbeat: {
    state: change.state,
    since: timeText(change.atMs),
    expectedAt: timeText(change.expectedAtMs),
    lastSignalAt: timeText(change.lastSignalAtMs),
    duration: change.durationMs,
    exitCode: change.exitCode,
    requests: change.counted?.count ?? null,
    usual: change.counted === null ? '' : usualText(change.counted),
  },
  ...decided,
})
