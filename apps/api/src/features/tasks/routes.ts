import { pageOfTasksIncluded, TaskInclude, TaskWithIncluded } from '@knockwire/domain/definitions/included'
import { Id } from '@knockwire/domain/id'
import { DeletedManyView, DeleteManyInput } from '@knockwire/domain/delete-many'
import { CreatedView } from '@knockwire/domain/page'
import { ActivatedTasksView, ActivateTasksInput } from '@knockwire/domain/tasks/activate-tasks'
import {
  DeleteTaskQuery,
  DraftList,
  SaveTaskInput,
  SaveTaskQuery,
  TaskListQuery,
  TaskPage,
  TaskView,
  TestRunView,
  TestTaskInput,
} from '@knockwire/domain/tasks/task'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ApiContext } from '../../context.ts'
import { digestSent, IfMatch, versionSent } from '../../plugins/request/if-match.ts'
import { requireCaller } from '../../plugins/route-config.ts'
import { taskFieldKeyOf } from '@knockwire/domain/tasks/field-keys'
import { deleteMany } from '../../delete-many.ts'
import { withIncludedOfTasks } from '../definitions/included.ts'
import { activateTasks } from './activate-tasks.ts'
import { createDraft, duplicateTask } from './create-draft.ts'
import { createTask } from './create-task.ts'
import { deleteTask } from './delete-task.ts'
import { activateTask, deactivateTask, markSlackSetup, openTask, testTask } from './lifecycle.ts'
import { getTask, listDrafts, listTasks } from './read-tasks.ts'
import { saveTask } from './save-task.ts'

const params = z.object({ taskId: Id })
const tags = ['Tasks']

const seenTask = (request: { params: { taskId: string }; headers: IfMatch }) => ({
  taskId: request.params.taskId,
  version: versionSent(request.headers),
  digest: digestSent(request.headers),
})

export const taskRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/tasks',
      {
        schema: {
          tags,
          summary: 'List tasks',
          querystring: TaskListQuery.extend(TaskInclude.shape),
          response: { 200: TaskPage.extend(pageOfTasksIncluded) },
        },
      },
      async (request) => {
        const caller = requireCaller(request)
        const { include, ...query } = request.query
        const page = await listTasks(context, caller, query)
        return { ...page, results: await withIncludedOfTasks(context, caller, page.results, include) }
      },
    )
    app.post(
      '/tasks/empty',
      { schema: { tags, summary: 'Create an empty draft', response: { 201: CreatedView } } },
      async (request, reply) => reply.code(201).send(await createDraft(context, requireCaller(request))),
    )
    app.post(
      '/tasks/:taskId/duplicate',
      { schema: { tags, summary: 'Copy a task as a draft', params, response: { 201: CreatedView } } },
      async (request, reply) =>
        reply.code(201).send(await duplicateTask(context, requireCaller(request), request.params)),
    )
    app.get(
      '/tasks/drafts',
      { schema: { tags, summary: 'List the drafts that are not empty', response: { 200: DraftList } } },
      (request) => listDrafts(context, requireCaller(request)),
    )
    app.get(
      '/tasks/:taskId',
      {
        schema: { tags, summary: 'Get a task', params, querystring: TaskInclude, response: { 200: TaskWithIncluded } },
      },
      async (request) => {
        const caller = requireCaller(request)
        const task = await getTask(context, caller, request.params)
        const [included = task] = await withIncludedOfTasks(context, caller, [task], request.query.include)
        return included
      },
    )
    app.post(
      '/tasks/:taskId',
      {
        config: { fieldKeyOf: taskFieldKeyOf, reads: TaskView },
        schema: {
          tags,
          summary: 'Save a draft or a task; with activate=true, create the task from its draft or activate it',
          params,
          querystring: SaveTaskQuery,
          headers: IfMatch,
          body: SaveTaskInput,
          response: { 200: TaskView },
        },
      },
      (request) => {
        const save = request.query.activate ? createTask : saveTask
        return save(context, requireCaller(request), {
          taskId: request.params.taskId,
          input: request.body,
          version: versionSent(request.headers, request.body),
        })
      },
    )
    app.delete(
      '/tasks/:taskId',
      {
        schema: {
          tags,
          summary: 'Delete a task that is not active, or any with deactivate=true; or cancel a draft',
          params,
          querystring: DeleteTaskQuery,
          headers: IfMatch,
          response: { 204: z.undefined() },
        },
      },
      async (request, reply) => {
        await deleteTask(context, requireCaller(request), { ...seenTask(request), ...request.query })
        return reply.code(204).send()
      },
    )
    await app.register(lifecycleRoutes(context))
  }

const lifecycleRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/tasks/activate',
      {
        schema: {
          tags,
          summary: 'Activate all disabled tasks that match',
          body: ActivateTasksInput,
          response: { 200: ActivatedTasksView },
        },
      },
      (request) => activateTasks(context, requireCaller(request), request.body),
    )
    app.post(
      '/tasks/delete',
      {
        schema: { tags, summary: 'Delete several tasks', body: DeleteManyInput, response: { 200: DeletedManyView } },
      },
      (request) => {
        const caller = requireCaller(request)
        const { ids, deactivate } = request.body
        return deleteMany(ids, (taskId) => deleteTask(context, caller, { taskId, deactivate }))
      },
    )
    app.post(
      '/tasks/:taskId/lifecycle/test',
      {
        config: { fieldKeyOf: taskFieldKeyOf },
        schema: {
          tags,
          summary: 'Run a task once, immediately, as stored or with the given request',
          params,
          body: TestTaskInput.nullish(),
          response: { 202: TestRunView },
        },
      },
      async (request, reply) =>
        reply.code(202).send(await testTask(context, requireCaller(request), { ...request.params, ...request.body })),
    )
    app.post(
      '/tasks/:taskId/lifecycle/activate',
      { schema: { tags, summary: 'Activate a task', params, headers: IfMatch, response: { 200: TaskView } } },
      (request) => activateTask(context, requireCaller(request), seenTask(request)),
    )
    app.post(
      '/tasks/:taskId/lifecycle/deactivate',
      { schema: { tags, summary: 'Deactivate a task', params, headers: IfMatch, response: { 200: TaskView } } },
      (request) => deactivateTask(context, requireCaller(request), seenTask(request)),
    )
    app.post(
      '/tasks/:taskId/update-last-open-time',
      {
        config: { role: 'VIEWER', whileSuspended: true },
        schema: { tags, summary: 'Record that the task was opened', params, response: { 204: z.undefined() } },
      },
      async (request, reply) => {
        await openTask(context, requireCaller(request), request.params)
        return reply.code(204).send()
      },
    )
    app.post(
      '/tasks/:taskId/update-last-slack-setup-time',
      { schema: { tags, summary: 'Record that the browser goes to Slack', params, response: { 204: z.undefined() } } },
      async (request, reply) => {
        await markSlackSetup(context, requireCaller(request), request.params)
        return reply.code(204).send()
      },
    )
  }
