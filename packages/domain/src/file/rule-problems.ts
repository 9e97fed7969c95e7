import { checkCondition } from '../conditions/check-condition.ts'
import type { Condition } from '../conditions/condition.ts'
import type { Resource } from '../definitions/apply.ts'
import { decidesServer, fillUri, hasReference } from '../definitions/secret-references.ts'
import { checkExpectation } from '../heartbeats/check-expectation.ts'
import { checkSchedule } from '../schedules/check-schedule.ts'

/** `pointer`: within the resource. */
interface RuleProblem {
  pointer: string[]
  message: string
}

type Task = Extract<Resource, { kind: 'task' }>
type Receiver = Extract<Resource, { kind: 'receiver' }>

const fieldNames: Readonly<Record<string, string>> = { cronExpression: 'expression' }

const problemsOf = (errors: Readonly<Record<string, string>>, pointer: readonly string[]): RuleProblem[] =>
  Object.entries(errors).map(([key, message]) => ({ pointer: [...pointer, fieldNames[key] ?? key], message }))

/** A time to run once that has been is no problem: the task may have run by then. */
const scheduleProblems = ({ scheduler }: Task, nowMs: number): RuleProblem[] => {
  const { oneTimeModeEpochSecond: _past, ...errors } = checkSchedule(scheduler, nowMs)
  const zone = scheduler.timezone ?? scheduler.oneTimeModeTimezone
  return problemsOf(errors, ['scheduler']).map(({ pointer, message }) => ({
    pointer,
    message: pointer[1]?.toLowerCase().endsWith('timezone') ? `There is no timezone ${zone}.` : message,
  }))
}

/** What no server would call; each has its own rules besides. */
const urlProblem = (uri: string): string | null => {
  if (hasReference(uri) && decidesServer(uri))
    return 'A secret can stand in the path and the query of a URL, and not before them.'
  const url = URL.parse(fillUri(uri, () => 'secret'))
  if (url === null) return 'This is not a valid URL.'
  return url.protocol === 'http:' || url.protocol === 'https:' ? null : 'Enter a URL starting with http:// or https://.'
}

const requestProblems = (request: Task['request'] | undefined, pointer: readonly string[]): RuleProblem[] => {
  const message = request === undefined ? null : urlProblem(request.target.uri)
  return message === null ? [] : [{ pointer: [...pointer, 'request', 'target', 'uri'], message }]
}

const conditionProblems = (condition: Condition, pointer: string[]): RuleProblem[] =>
  [...new Set(Object.values(checkCondition(condition)))].map((message) => ({ pointer, message }))

const taskProblems = (task: Task, nowMs: number): RuleProblem[] => [
  ...scheduleProblems(task, nowMs),
  ...requestProblems(task.request, []),
  ...(task.notifications ?? []).flatMap(({ condition, request }, index) => [
    ...conditionProblems(condition, ['notifications', String(index), 'condition']),
    ...requestProblems(request, ['notifications', String(index)]),
  ]),
]

const expectationProblems = ({ expectation }: Receiver, nowMs: number): RuleProblem[] => {
  if (!expectation) return []
  const { successCondition } = expectation
  const times = checkExpectation({ ...expectation, successCondition: null }, nowMs)
  const ofCondition = new Set(
    successCondition
      ? Object.values(checkExpectation(expectation, nowMs)).filter((each) => !Object.values(times).includes(each))
      : [],
  )
  return [
    ...problemsOf(times, ['expectation']),
    ...[...ofCondition].map((message) => ({ pointer: ['expectation', 'successCondition'], message })),
  ]
}

const receiverProblems = (receiver: Receiver, nowMs: number): RuleProblem[] => [
  ...expectationProblems(receiver, nowMs),
  ...(receiver.notifications ?? []).flatMap(({ when, request }, index) => [
    ...(when?.kind === 'REQUEST' ? conditionProblems(when.condition, ['notifications', String(index), 'when']) : []),
    ...requestProblems(request, ['notifications', String(index)]),
  ]),
]

/** What the rules have against a resource that its schema accepts, as far as no account is needed to know it. */
export const ruleProblems = (resource: Resource, nowMs: number): RuleProblem[] =>
  resource.kind === 'task' ? taskProblems(resource, nowMs) : receiverProblems(resource, nowMs)
