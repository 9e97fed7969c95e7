import { z } from 'zod'
import { Description, Key, Labels, ProjectName } from '../definitions/key.ts'
import { mostResources } from '../definitions/apply.ts'
import { inARowLimits } from '../notifications/firing-rules.ts'
import { requestMethods } from '../requests/request-rules.ts'
import { longestName } from '../text/names.ts'
import { durationPattern } from './parts/duration.ts'

/*
 * What may be written in a file of tasks and receivers. Only the form of each part is described here: what a part means, and whether its
 * fields fit together, is decided where it is compiled, and whether its values can be used by the server, which knows the account.
 */

const Duration = z
  .string()
  .regex(durationPattern, 'Write a duration such as 30s, 5m, 1h30m or 1d.')
  .describe('A duration, such as 30s, 5m, 1h30m or 1d.')

/** An integer of more than 15 digits loses digits as a number of JSON and YAML: as text it keeps them. */
const ExactNumber = z.strictObject({ number: z.string() }).describe('A number as text, which keeps all of its digits.')
const Comparand = z.union([z.string(), z.number(), ExactNumber])
const Ordered = z.union([z.number(), z.string(), ExactNumber])

const tests = {
  eq: z
    .union([z.string(), z.number(), z.boolean(), z.null(), ExactNumber])
    .describe('Equal to. A number is compared as a number, a text as text.')
    .optional(),
  not: z.union([z.string(), z.number(), z.null(), ExactNumber]).describe('Not equal to.').optional(),
  gt: Ordered.describe('Greater than.').optional(),
  gte: Ordered.describe('Greater than or equal to.').optional(),
  lt: Ordered.describe('Less than.').optional(),
  lte: Ordered.describe('Less than or equal to.').optional(),
  contains: z.string().describe('The text contains this one.').optional(),
  notContains: z.string().describe('The text does not contain this one.').optional(),
  changed: z.literal(true).describe('Another value than the time before.').optional(),
  hasKey: z.string().describe('The object has this key.').optional(),
  hasValue: Comparand.describe('The list or object has this value.').optional(),
  is: z.boolean().describe('True, or false.').optional(),
  null: z.boolean().describe('There is no value, or there is one.').optional(),
  always: z.literal(true).describe('Holds always.').optional(),
}
export type Tests = { [K in keyof typeof tests]?: z.infer<(typeof tests)[K]> }

const Tested = z.union([z.string(), z.number(), z.strictObject(tests)])

const Leaf = z
  .strictObject({
    status: Tested.describe('The status code of the response.').optional(),
    time: Tested.describe('The response time in milliseconds.').optional(),
    body: Tested.describe('The body as text.').optional(),
    json: z.string().describe('A JSON path into the body; the tests stand beside it.').optional(),
    html: z.string().describe('A CSS selector into the body; the tests stand beside it.').optional(),
    header: z.string().describe('The name of a header; the tests stand beside it.').optional(),
    method: Tested.describe('The method of a received request.').optional(),
    form: z.string().describe('The name of a field of a received form; the tests stand beside it.').optional(),
    ...tests,
  })
  .describe('One source and one or more tests.')
export type Leaf = z.infer<typeof Leaf>

const All = z.strictObject({ all: z.array(Leaf).min(1).max(10) }).describe('Holds where every one does.')
const Any = z
  .strictObject({
    any: z
      .array(z.union([All, Leaf]))
      .min(1)
      .max(10),
  })
  .describe('Holds where at least one does.')
export const FileCondition = z.union([All, Any, Leaf])
export type FileCondition = z.infer<typeof FileCondition>

const inARow = z.number().int().min(inARowLimits.min).max(inARowLimits.max)

const FileFiring = z.strictObject({
  mode: z
    .enum(['every-time', 'on-start'])
    .describe('At each run for which the condition holds, or when it starts to hold.')
    .optional(),
  afterInARow: inARow.describe('Only after it has held for so many in a row.').optional(),
  recoverAfterInARow: inARow
    .describe('It has stopped only after so many in a row for which it did not hold.')
    .optional(),
  notifyOnRecovery: z.boolean().describe('Also when it stops holding.').optional(),
  notifyWhenLate: z.boolean().describe('Of a heartbeat: also when a signal is late.').optional(),
})
export type FileFiring = z.infer<typeof FileFiring>

const SecretValue = z.union([
  z.string(),
  z.strictObject({ secret: z.literal(true) }).describe('The value that is stored stays.'),
])
const FileHeaders = z.union([z.record(z.string(), SecretValue), z.array(z.tuple([z.string(), SecretValue]))])
export type FileHeaders = z.infer<typeof FileHeaders>

const FileRequest = z.strictObject({
  url: z.string().optional(),
  method: z.enum(requestMethods).optional(),
  headers: FileHeaders.describe('A map, or a list of names and values where order or repetition matters.').optional(),
  body: z.string().optional(),
  json: z.json().describe('The body, written as JSON; sets Content-Type unless it is given.').optional(),
  bodyFile: z.string().describe('A file with the body, from the folder of the file that names it.').optional(),
  basicAuth: z
    .strictObject({ username: z.string(), password: SecretValue.optional() })
    .describe('Without a password, the stored one stays.')
    .optional(),
  followRedirects: z.boolean().optional(),
  allowInsecureCertificates: z.boolean().optional(),
})
export type FileRequest = z.infer<typeof FileRequest>

const recipient = {
  to: z.string().describe('An email address, or a phone number such as +16045550100.').optional(),
  subject: z.string().describe('Of an email: a template.').optional(),
  message: z.string().describe('What is sent: a template.').optional(),
  channel: z
    .string()
    .describe(
      'The name of a connected Slack channel, such as #ops, or Acme/#ops where several workspaces have one; or its id.',
    )
    .optional(),
  request: FileRequest.describe('What an HTTP notification calls. Its body is a template.').optional(),
}
const rule = {
  when: z.union([z.literal('heartbeat'), z.literal('each-request'), FileCondition]).optional(),
  firing: FileFiring.optional(),
}

export const FileChannel = z.strictObject({
  type: z.enum(['email', 'sms', 'slack', 'http']),
  ...recipient,
  when: FileCondition.describe('The condition of tasks that give none of their own.').optional(),
  firing: FileFiring.describe('Of tasks; what a task says of it stands above.').optional(),
})
export type FileChannel = z.infer<typeof FileChannel>

const Use = z
  .strictObject({
    use: Key.describe('The key of a channel.'),
    key: Key.describe('Of the notification; the channel’s key where it is left out.').optional(),
    ...rule,
    subject: recipient.subject,
    message: recipient.message,
    request: FileRequest.optional(),
  })
  .describe('A channel, with what is different here.')
export type Use = z.infer<typeof Use>
const Notify = z.array(z.union([Use, Key]))

const Name = z.string().max(longestName)
const FileState = z
  .enum(['active', 'paused'])
  .describe('Left out: active when it is created, and as people set it afterwards.')

const FileSchedule = z.strictObject({
  every: Duration.optional(),
  cron: z.string().optional(),
  at: z.iso
    .datetime({ offset: true, error: 'Write a time with an offset, such as 2027-01-15T09:00:00+01:00.' })
    .optional(),
  timezone: z.string().optional(),
  catchUp: z
    .enum(['skip', 'once', 'all'])
    .describe('What is done about times that were missed; once where it is left out.')
    .optional(),
  catchUpWithin: Duration.describe('How old a missed time may be and still run.').optional(),
})
export type FileSchedule = z.infer<typeof FileSchedule>

const property = (description: string) => z.string().describe(description)
const FileChart = z.strictObject({
  name: z.string(),
  value: z.union([z.enum(['time', 'status']), z.strictObject({ json: property('A JSON path into the body.') })]),
})
export type FileChart = z.infer<typeof FileChart>

export const FileTask = z.strictObject({
  name: Name.optional(),
  description: Description.describe('Markdown.').optional(),
  labels: Labels.optional(),
  state: FileState.optional(),
  schedule: FileSchedule.optional(),
  request: FileRequest.optional(),
  completion: z
    .strictObject({ within: Duration.describe('Counted from the start of the call.') })
    .describe('The target says later how its work ended.')
    .optional(),
  notify: Notify.describe('Left out: the notifications that there are stay.').optional(),
  charts: z.record(Key, FileChart).describe('Left out: the charts that there are stay.').optional(),
})
export type FileTask = z.infer<typeof FileTask>

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

const FileExpectation = z.strictObject({
  every: Duration.describe('A signal so long after the one before.').optional(),
  cron: z.string().describe('A signal at the times of a cron expression.').optional(),
  learned: z
    .literal(true)
    .describe('As many requests as are usual at that hour of the week, learned from the last four weeks.')
    .optional(),
  timezone: z.string().optional(),
  grace: Duration.describe('How late a signal may be; 1m where it is left out.').optional(),
  maxRun: Duration.describe('How long a run may take from its start to its end.').optional(),
  active: z
    .strictObject({ days: z.array(z.enum(weekdays)), from: z.string(), until: z.string() })
    .describe('The days and hours in which it counts.')
    .optional(),
  countHead: z.boolean().describe('HEAD requests are signals, too.').optional(),
  successIf: FileCondition.describe('A success only where the request meets it; else it is a failure.').optional(),
})
export type FileExpectation = z.infer<typeof FileExpectation>

export const FileReceiver = z.strictObject({
  name: Name.optional(),
  description: Description.describe('Markdown.').optional(),
  labels: Labels.optional(),
  state: FileState.optional(),
  response: z
    .strictObject({
      status: z.number().int().optional(),
      contentType: z.string().optional(),
      body: z.string().describe('A template.').optional(),
    })
    .optional(),
  expect: FileExpectation.describe('When calls are expected: a heartbeat.').optional(),
  otherAddresses: z.array(z.string()).describe('Paths of other services at which it is reached, too.').optional(),
  notify: Notify.describe('Left out: the notifications that there are stay.').optional(),
})
export type FileReceiver = z.infer<typeof FileReceiver>

const Kind = z.enum(['task', 'receiver'])
const content = {
  channels: z.record(Key, FileChannel).optional(),
  tasks: z.record(Key, FileTask).optional(),
  receivers: z.record(Key, FileReceiver).optional(),
}

export const ProjectFile = z.strictObject({
  version: z.literal(1),
  project: ProjectName,
  include: z
    .array(z.string())
    .max(100)
    .describe('Files with tasks, receivers and channels: patterns such as monitors/*.yaml.')
    .optional(),
  defaults: z
    .strictObject({ task: FileTask.optional(), receiver: FileReceiver.optional() })
    .describe('Below each task and receiver. Maps are merged, lists are replaced.')
    .optional(),
  ...content,
  moved: z
    .array(z.strictObject({ kind: Kind, from: Key, to: Key }))
    .max(mostResources)
    .describe('Keys that were renamed.')
    .optional(),
  removed: z
    .array(z.strictObject({ kind: Kind, key: Key, keep: z.boolean().optional() }))
    .max(mostResources)
    .describe('Keys that were taken out; with keep, the object stays and is managed by hand.')
    .optional(),
})
export type ProjectFile = z.infer<typeof ProjectFile>
