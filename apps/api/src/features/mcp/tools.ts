import { ApplyInput } from '@knockwire/domain/definitions/apply'
import { TaskDefinition } from '@knockwire/domain/definitions/definition'
import { Key } from '@knockwire/domain/definitions/key'
import { Id } from '@knockwire/domain/id'
import { SaveReceiverInput } from '@knockwire/domain/receivers/receiver'
import { TaskState } from '@knockwire/domain/tasks/task'
import { z } from 'zod'

/** A call of the API. */
export interface ApiCall {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api/v1`. */
  path: string
  body?: object
  /** Of a body that is no plain JSON. */
  contentType?: string
}

/** What a program may do here: each is a call of the API, with its access, limits and audit. */
export interface Tool {
  name: string
  title: string
  description: string
  input: z.ZodObject
  isReadOnly: boolean
  /** Removes or overwrites something. */
  isDestructive?: boolean
  call: (input: never) => ApiCall
}

const tool = <Input extends z.ZodObject>(
  definition: Omit<Tool, 'input' | 'call'> & { input: Input; call: (input: z.infer<Input>) => ApiCall },
): Tool => definition

const page = {
  page: z.number().int().min(0).default(0).describe('Counts from 0.'),
  size: z.number().int().min(1).max(100).default(20),
}
const queryOf = (values: Record<string, string | number | undefined>) =>
  new URLSearchParams(
    Object.entries(values).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  ).toString()

const taskId = Id.describe('The id of a task, as list_tasks gives it.')
const receiverId = Id.describe('The id of a receiver, as list_receivers gives it.')

const readers = [
  tool({
    name: 'list_tasks',
    title: 'List tasks',
    description: 'The tasks of the account with their schedule, state and last runs.',
    input: z.strictObject({
      ...page,
      search: z.string().max(200).optional().describe('Part of a name or URL.'),
      status: TaskState.optional(),
    }),
    isReadOnly: true,
    call: (query) => ({ method: 'GET', path: `/tasks?${queryOf(query)}` }),
  }),
  tool({
    name: 'get_task',
    title: 'Get a task',
    description: 'One task with its request, notifications and charts.',
    input: z.strictObject({ taskId }),
    isReadOnly: true,
    call: ({ taskId: id }) => ({ method: 'GET', path: `/tasks/${id}?include=notifications,charts` }),
  }),
  tool({
    name: 'list_executions',
    title: 'List runs of a task',
    description: 'The runs of a task, newest first: when, status code, response time, error.',
    input: z.strictObject({ taskId, ...page }),
    isReadOnly: true,
    call: ({ taskId: id, ...query }) => ({ method: 'GET', path: `/tasks/${id}/executions?${queryOf(query)}` }),
  }),
  tool({
    name: 'get_execution',
    title: 'Get a run',
    description: 'One run with its request, its response with headers and body, and the state of its notifications.',
    input: z.strictObject({ taskId, executionId: Id }),
    isReadOnly: true,
    call: ({ taskId: id, executionId }) => ({ method: 'GET', path: `/tasks/${id}/executions/${executionId}` }),
  }),
  tool({
    name: 'list_receivers',
    title: 'List receivers',
    description: 'The receivers of the account with their URL, state and heartbeat.',
    input: z.strictObject(page),
    isReadOnly: true,
    call: (query) => ({ method: 'GET', path: `/receivers?${queryOf(query)}` }),
  }),
  tool({
    name: 'get_receiver',
    title: 'Get a receiver',
    description: 'One receiver with its response, expectation and notifications.',
    input: z.strictObject({ receiverId }),
    isReadOnly: true,
    call: ({ receiverId: id }) => ({ method: 'GET', path: `/receivers/${id}?include=notifications` }),
  }),
  tool({
    name: 'list_requests',
    title: 'List received requests',
    description: 'The requests that a receiver recorded, newest first.',
    input: z.strictObject({ receiverId, ...page }),
    isReadOnly: true,
    call: ({ receiverId: id, ...query }) => ({ method: 'GET', path: `/receivers/${id}/executions?${queryOf(query)}` }),
  }),
  tool({
    name: 'get_request',
    title: 'Get a received request',
    description: 'One received request with its headers, its body and the response that was sent.',
    input: z.strictObject({ receiverId, requestId: Id }),
    isReadOnly: true,
    call: ({ receiverId: id, requestId }) => ({ method: 'GET', path: `/receivers/${id}/executions/${requestId}` }),
  }),
] as const

const definedTask = TaskDefinition.shape
const applying = ApplyInput.omit({ mode: true, secrets: true })

const writers = [
  tool({
    name: 'create_task',
    title: 'Create a task',
    description:
      'Creates a task with its schedule, request, notifications and charts, and activates it unless state is PAUSED.',
    input: TaskDefinition.extend({ key: Key.optional() }),
    isReadOnly: false,
    call: (body) => ({ method: 'POST', path: '/tasks', body }),
  }),
  tool({
    name: 'change_task',
    title: 'Change a task',
    description:
      'Changes only the fields that are given (JSON merge patch); lists such as notifications are replaced as a whole.',
    input: z.strictObject({
      taskId,
      name: definedTask.name.unwrap().optional(),
      description: definedTask.description.unwrap().optional(),
      labels: definedTask.labels.unwrap().optional(),
      state: definedTask.state,
      scheduler: definedTask.scheduler.optional(),
      request: z.strictObject({ target: z.record(z.string(), z.unknown()) }).optional(),
      notifications: definedTask.notifications,
      charts: definedTask.charts,
    }),
    isReadOnly: false,
    isDestructive: true,
    call: ({ taskId: id, ...body }) => ({
      method: 'PATCH',
      path: `/tasks/${id}`,
      body,
      contentType: 'application/merge-patch+json',
    }),
  }),
  tool({
    name: 'run_task',
    title: 'Run a task once',
    description: 'Runs a task now, without notifying anybody, and returns the id of the run for get_execution.',
    input: z.strictObject({ taskId }),
    isReadOnly: false,
    call: ({ taskId: id }) => ({ method: 'POST', path: `/tasks/${id}/lifecycle/test`, body: {} }),
  }),
  tool({
    name: 'create_receiver',
    title: 'Create a receiver',
    description: 'Creates a receiver and returns its id; get_receiver returns its URL.',
    input: SaveReceiverInput.omit({ version: true, status: true }),
    isReadOnly: false,
    call: (body) => ({ method: 'POST', path: '/receivers', body }),
  }),
  tool({
    name: 'plan',
    title: 'Plan a set of tasks and receivers',
    description: 'Returns what apply would change, or why it would be rejected. Changes nothing.',
    input: applying,
    isReadOnly: true,
    call: (body) => ({ method: 'POST', path: '/apply', body: { ...body, mode: 'plan' } }),
  }),
  tool({
    name: 'apply',
    title: 'Apply a set of tasks and receivers',
    description:
      'Makes the project match what is given, all of it or nothing. Plan first, and pass the plan’s revision as expectedRevision.',
    input: applying,
    isReadOnly: false,
    isDestructive: true,
    call: (body) => ({ method: 'POST', path: '/apply', body: { ...body, mode: 'apply' } }),
  }),
] as const

export const tools: readonly Tool[] = [...readers, ...writers]
