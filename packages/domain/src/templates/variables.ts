import type { JsonValue } from '../conditions/json-value.ts'
import type { HeartbeatState } from '../heartbeats/heartbeat-rules.ts'
import type { AlertWords } from '../notifications/alert-words.ts'

/** A variable that a template may use, as the insert-variable menu shows it. */
export interface TemplateVariable {
  name: string
  description: string
  /** What it may look like; also what a template is tried with when it is saved. */
  example: JsonValue
}

const variable = (name: string, description: string, example: JsonValue): TemplateVariable => ({
  name,
  description,
  example,
})

const exampleBody = '{"status":"down","items":[{"name":"first","price":9.5}]}'
const exampleHeaders = { 'content-type': 'application/json' }
const exampleForm = { From: '+15550100', Body: 'Hello' }
const formText = 'The fields of a form-encoded body by their names; several of one name are joined with a comma'

/** A request that a receiver may get. */
export const exampleResponseValues: ResponseTemplateValues = {
  request: { method: 'POST', headers: exampleHeaders, query: { id: '7' }, body: exampleBody, form: exampleForm },
}

/** For the notifications of tasks. */
export const taskVariables: readonly TemplateVariable[] = [
  variable('task.name', "The task's name, or its URL where it has none", 'Shop front'),
  variable('task.url', 'The URL that the task calls', 'https://shop.example/health'),
  variable('condition.description', 'The condition in words', 'Status code does not equal 200'),
  variable('condition.value', 'The value that the condition was decided on', 500),
  variable('condition.previousValue', 'The value before, for a condition that looks at changes', 200),
  variable('condition.holds', 'False in a message that the condition has stopped holding', true),
  variable('execution.url', 'Link to the execution', 'https://knockwire.example/dashboard/tasks/1/executions/2'),
  variable(
    'execution.shortUrl',
    'A shorter link to the execution, for text messages',
    'https://knockwire.example/e/0000000000000000000001000000000000000000000002',
  ),
  variable('execution.scheduledFor', 'When the execution was due', '2026-11-22T04:31:17.000Z'),
  variable('execution.status', 'SUCCEEDED, or FAILED if no response arrived', 'SUCCEEDED'),
  variable('execution.error', 'Why no response arrived', null),
  variable('alert.state', 'Down, Slow, Changed, Alert, Recovered or Test', 'Down'),
  variable('alert.summary', 'What happened, in a few words', '500 (expected 200)'),
  variable(
    'alert.since',
    'Since when the condition has held, where the notification keeps count',
    '2026-11-22T04:27:17.000Z',
  ),
  variable(
    'alert.count',
    'For how many executions in a row the condition has held, or had held before it recovered',
    4,
  ),
  variable('response.code', 'The status code', 500),
  variable('response.time', 'The response time in milliseconds', 123),
  variable(
    'response.headers',
    'The headers by their lower-case names; several of one name are joined with a comma',
    exampleHeaders,
  ),
  variable('response.body', 'The body as text', exampleBody),
]

/** For the notifications of receivers. */
export const receiverVariables: readonly TemplateVariable[] = [
  variable('receiver.name', "The receiver's name", 'Deployments'),
  variable('receiver.url', 'The URL that receives', 'https://in.example/r/token'),
  variable(
    'receiver.detailUrl',
    'Link to the request, or of a heartbeat to the receiver',
    'https://knockwire.example/dashboard/receivers/1',
  ),
  variable(
    'receiver.shortUrl',
    'A shorter link to the same, for text messages',
    'https://knockwire.example/q/0000000000000000000001',
  ),
  variable('request.method', 'The method of the request', 'POST'),
  variable(
    'request.headers',
    'The headers by their lower-case names; several of one name are joined with a comma',
    exampleHeaders,
  ),
  variable('request.body', 'The body as text', exampleBody),
  variable('request.form', formText, exampleForm),
  variable('request.remoteAddress', 'The address that sent the request', '203.0.113.7'),
  variable('response.code', 'The status code that was returned', 200),
  variable('response.body', 'The body that was returned', 'OK'),
  variable(
    'condition.description',
    'The condition in words; empty where each request is notified of',
    'Request method is "POST"',
  ),
  variable('condition.value', 'The value that the condition was decided on', 'POST'),
  variable('condition.previousValue', 'The value before, for a condition that looks at changes', 'GET'),
  variable('condition.holds', 'False in a message that the condition has stopped holding', true),
  variable(
    'alert.state',
    'Alert, Changed, Recovered or Test, of a heartbeat Down, Late or Recovered; empty where each request is notified of',
    'Alert',
  ),
  variable('alert.summary', 'What happened, in a few words', 'request method is "POST"'),
  variable(
    'alert.since',
    'Since when the condition has held, where the notification keeps count',
    '2026-11-22T04:27:17.000Z',
  ),
  variable('alert.count', 'For how many requests in a row the condition has held, or had held before it recovered', 4),
  variable('heartbeat.state', 'Of a heartbeat: NEW, UP, RUNNING, LATE, DOWN or PAUSED; else empty', 'DOWN'),
  variable('heartbeat.since', 'Since when the heartbeat has had this state', '2026-11-22T04:35:00.000Z'),
  variable(
    'heartbeat.expectedAt',
    'When the call was expected that came or did not; in a recovery, when the next one was',
    '2026-11-22T04:30:00.000Z',
  ),
  variable(
    'heartbeat.lastSignalAt',
    'When the last call came; where a call is reported, as in a recovery, the one before it',
    '2026-11-22T03:30:00.000Z',
  ),
  variable(
    'heartbeat.duration',
    'How long the run took or, if it has not ended in time, has taken so far, in milliseconds',
    4200,
  ),
  variable('heartbeat.exitCode', 'The exit code that the call reported', 1),
  variable('heartbeat.requests', 'How many requests came, or were rejected, where what is usual is expected', 3),
  variable('heartbeat.usual', 'How many would have been usual', '40 to 62'),
]

/** For the answer that a receiver gives. */
export const responseVariables: readonly TemplateVariable[] = [
  variable('request.body', 'The body of the request as text', exampleBody),
  variable(
    'request.headers',
    'The headers by their lower-case names; several of one name are joined with a comma',
    exampleHeaders,
  ),
  variable('request.form', formText, exampleForm),
  variable('request.query', 'The parameters of the query string by their names', exampleResponseValues.request.query),
  variable('request.method', 'GET, HEAD or POST', 'POST'),
]

/** The values that the variables of a task's notifications stand for. */
export interface TaskTemplateValues {
  task: { name: string; url: string }
  condition: { description: string; value: JsonValue; previousValue: JsonValue; holds: boolean }
  /** `scheduledFor` and `since` in ISO 8601; null where they are not known. */
  execution: { url: string; shortUrl: string; scheduledFor: string | null; status: string; error: string | null }
  alert: AlertWords & { since: string | null; count: number | null }
  response: { code: number | null; time: number | null; headers: Record<string, string>; body: string | null }
}

/** Times in ISO 8601; the state is empty where the notification is about a received request. */
export interface HeartbeatTemplateValues {
  state: HeartbeatState | ''
  since: string | null
  expectedAt: string | null
  lastSignalAt: string | null
  duration: number | null
  exitCode: number | null
  requests: number | null
  usual: string
}

/** The values that the variables of a receiver's notifications stand for. */
export interface ReceiverTemplateValues {
  receiver: { name: string; url: string; detailUrl: string; shortUrl: string }
  request: {
    method: string
    headers: Record<string, string>
    body: string
    form: Record<string, string>
    remoteAddress: string
  }
  /** No code where the notification is not about a received request. */
  response: { code: number | null; body: string }
  condition: { description: string; value: JsonValue; previousValue: JsonValue; holds: boolean }
  heartbeat: HeartbeatTemplateValues
  /** The state is empty where each request is notified of. */
  alert: { state: AlertWords['state'] | ''; summary: string; since: string | null; count: number | null }
}

/** The values that the variables of a receiver's answer stand for. */
export interface ResponseTemplateValues {
  request: {
    method: string
    headers: Record<string, string>
    query: Record<string, string>
    body: string
    form: Record<string, string>
  }
}

/** Headers as templates read them: names in lower case, the values of several of one name joined with ", ". */
export function headerVariables(headers: Iterable<readonly [name: string, value: string]>): Record<string, string> {
  return joinByName(headers, (name) => name.toLowerCase())
}

/** Values of one name are joined with ", "; names keep their case where `keyOf` does not say otherwise. */
export function joinByName(
  pairs: Iterable<readonly [name: string, value: string]>,
  keyOf = (name: string) => name,
): Record<string, string> {
  const byName = new Map<string, string>()
  for (const [name, value] of pairs) {
    const key = keyOf(name)
    const known = byName.get(key)
    byName.set(key, known === undefined ? value : `${known}, ${value}`)
  }
  return Object.fromEntries(byName)
}

/** Values made of the examples, for trying a template. */
export function exampleValues(variables: readonly TemplateVariable[]): Record<string, Record<string, JsonValue>> {
  const values: Record<string, Record<string, JsonValue>> = {}
  for (const { name, example } of variables) {
    const [group = '', member = ''] = name.split('.')
    values[group] = { ...values[group], [member]: example }
  }
  return values
}
