import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { executionDetails, executions } from '@knockwire/db/schema/executions'
import { tasks } from '@knockwire/db/schema/tasks'
import type { Condition } from '@knockwire/domain/conditions/condition'
import { normalizeCondition, operandsOf, usesPreviousValue } from '@knockwire/domain/conditions/condition-rules'
import { describeCondition } from '@knockwire/domain/conditions/describe'
import { exampleObservation } from '@knockwire/domain/conditions/example-observation'
import { notFound } from '@knockwire/domain/errors'
import { errorTitles } from '@knockwire/domain/executions/error-titles'
import { inconclusiveCodes } from '@knockwire/domain/executions/inconclusive'
import { observationOf } from '@knockwire/domain/executions/observation'
import { maskSecretHeaders } from '@knockwire/domain/headers/secret-headers'
import type { PreviewNotificationInput } from '@knockwire/domain/notifications/preview'
import { alertWords, likelyWords } from '@knockwire/domain/notifications/alert-words'
import { taskTemplateValues } from '@knockwire/domain/notifications/template-values'
import { decryptHeaders } from '@knockwire/services/secrets/stored-headers'
import { and, eq, inArray, lt, ne, sql } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../../context.ts'
import type { NotificationSubject } from '../owner.ts'

interface NewestOptions {
  count: number
  /** This execution alone. */
  executionId?: string
  /** Those before this execution, and no tests: nothing is compared with a test. */
  before?: string
}

/** A task's last executions that have ended, the newest first, with their answers. */
const selectNewestEnded = (db: DatabaseOrTransaction, taskId: string, { count, executionId, before }: NewestOptions) =>
  db
    .select({
      id: executions.id,
      status: executions.status,
      // A run that failed had no answer, though the redirect that it failed at is kept.
      statusCode: sql<number | null>`case when ${executions.status} = 'SUCCEEDED' then ${executions.statusCode} end`,
      responseTimeMs: executions.responseTimeMs,
      errorCode: executions.errorCode,
      errorMessage: executionDetails.errorMessage,
      responseHeaders: executionDetails.responseHeaders,
      responseBody: executionDetails.responseBody,
      isTruncated: executionDetails.isTruncated,
    })
    .from(executions)
    .innerJoin(executionDetails, eq(executionDetails.executionId, executions.id))
    .where(
      and(
        eq(executions.taskId, taskId),
        inArray(executions.status, ['SUCCEEDED', 'FAILED']),
        // Conditions are not decided on those that say nothing about the target.
        sql`${inArray(executions.errorCode, [...inconclusiveCodes])} is not true`,
        ...(executionId === undefined ? [] : [eq(executions.id, executionId)]),
        ...(before === undefined ? [] : [lt(executions.id, before), ne(executions.trigger, 'TEST')]),
      ),
    )
    // The index is `nulls last`, and read in its order only by a query that orders the same way.
    .orderBy(sql`${executions.id} desc nulls last`)
    .limit(count)

type EndedExecution = Awaited<ReturnType<typeof selectNewestEnded>>[number]

/** Each may bring a body of 1 MiB with it, so that fewer are looked through than when it is decided. */
const mostEarlierRuns = 5

interface PreviewedTask {
  id: string
  name: string | null
  url: string
}

export type PreviewedOfTask = Pick<PreviewNotificationInput, 'taskId' | 'condition' | 'task'>

/** The newest execution of the task, or an example where there is none. */
export const subjectOfTask = async (
  context: ApiContext,
  caller: Caller,
  { taskId, condition: sent, task: typed }: PreviewedOfTask,
): Promise<NotificationSubject> => {
  const stored = await findTask(context, caller, taskId)
  const task = { ...stored, name: typed?.name === undefined ? stored.name : typed.name, url: typed?.uri ?? stored.url }
  const condition = normalizeCondition(sent)
  const [newest] = await selectNewestEnded(context.db, taskId, { count: 1 })
  if (newest === undefined) return { id: null, subject: ofExamples(context.settings.publicOrigin, task, condition) }
  const earlier = await selectCompared(context, taskId, condition, newest)
  return { id: newest.id, subject: ofExecution(context, task, condition, newest, earlier) }
}

/** One execution of the task; null where it has not ended, or says nothing about the target. */
export const subjectOfExecution = async (
  context: ApiContext,
  caller: Caller,
  { taskId, executionId, condition: stored }: { taskId: string; executionId: string; condition: Condition },
): Promise<NotificationSubject['subject'] | null> => {
  const task = await findTask(context, caller, taskId)
  const condition = normalizeCondition(stored)
  const [execution] = await selectNewestEnded(context.db, taskId, { count: 1, executionId })
  if (execution === undefined) return null
  const earlier = await selectCompared(context, taskId, condition, execution)
  return ofExecution(context, task, condition, execution, earlier)
}

/** What an execution is compared with; none where its condition does not look back. */
const selectCompared = async (
  { db }: ApiContext,
  taskId: string,
  condition: Condition,
  { id }: EndedExecution,
): Promise<EndedExecution[]> =>
  operandsOf(condition).some(usesPreviousValue)
    ? selectNewestEnded(db, taskId, { count: mostEarlierRuns, before: id })
    : []

const findTask = async ({ db }: ApiContext, { accountId }: Caller, taskId: string): Promise<PreviewedTask> => {
  const [task] = await db
    .select({ id: tasks.id, name: tasks.name, url: sql<string>`${tasks.request} ->> 'uri'` })
    .from(tasks)
    .where(and(eq(tasks.id, taskId), eq(tasks.accountId, accountId)))
  if (task === undefined) throw notFound('task')
  return task
}

const ofExamples = (
  publicOrigin: string,
  task: PreviewedTask,
  condition: Condition,
): NotificationSubject['subject'] => {
  const { observation, value } = exampleObservation(condition)
  const decided = { description: describeCondition(condition), value, holds: true }
  const execution =
    observation.statusCode === null
      ? { id: exampleId, status: 'FAILED', error: errorTitles.TIMEOUT }
      : { id: exampleId, status: 'SUCCEEDED', error: null }
  const operands = operandsOf(condition)
  const words =
    operands.length === 1 ? alertWords(operands.map((operand) => ({ operand, value }))) : likelyWords(condition)
  const values = taskTemplateValues({ publicOrigin, task, condition: decided, words, execution, observation })
  return { values, input: null }
}

/** As long as any: texts are counted. */
const exampleId = '019a0000-0000-7000-8000-000000000000'

const ofExecution = (
  { settings: { publicOrigin }, secrets }: ApiContext,
  task: PreviewedTask,
  condition: Condition,
  newest: EndedExecution,
  earlier: readonly EndedExecution[],
): NotificationSubject['subject'] => {
  const observe = (one: EndedExecution) =>
    observationOf({ ...one, responseHeaders: one.responseHeaders && decryptHeaders(one.responseHeaders, secrets) })
  const current = observe(newest)
  const shown = { ...current, headers: current.headers && maskSecretHeaders(current.headers) }
  const { id, status, errorCode, errorMessage } = newest
  const error = errorCode === null ? null : (errorMessage ?? errorTitles[errorCode])
  // What the condition comes to is found out together with the texts.
  const undecided = { description: describeCondition(condition), value: null, holds: false }
  const execution = { id, status, error }
  return {
    values: taskTemplateValues({
      publicOrigin,
      task,
      condition: undecided,
      words: likelyWords(condition),
      execution,
      observation: shown,
    }),
    input: { condition, current, earlier: earlier.map(observe) },
  }
}
